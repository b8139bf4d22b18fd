// libipt's encoder and its instruction flow decoder.
//   libipt encode < PACKETS > RAW      a packet a line: its name and its numbers
//   libipt decode RAW FAMILY MODEL [FILE OFFSET SIZE ADDRESS]...
//   libipt times RAW FAMILY MODEL MTC_FREQ EBX EAX NOM_FREQ [FILE OFFSET SIZE ADDRESS]...
// decode prints runs of instructions (first, last, count), gaps (error or -, offset) and what gdb
// makes a gap of. times prints gaps, and from which instruction on (from 0) it is what time. Both go
// on at the next PSB where gdb does.
#include <intel-pt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int encode(void)
{
  static uint8_t buffer[1 << 24];
  struct pt_config config;
  pt_config_init(&config);
  config.begin = buffer;
  config.end = buffer + sizeof buffer;
  struct pt_encoder *encoder = pt_alloc_encoder(&config);
  char line[256], name[32];
  while (fgets(line, sizeof line, stdin)) {
    uint64_t a = 0, b = 0, c = 0;
    struct pt_packet packet;
    memset(&packet, 0, sizeof packet);
    sscanf(line, "%31s %" SCNx64 " %" SCNx64 " %" SCNx64, name, &a, &b, &c);
    static const struct { const char *name; enum pt_packet_type type; } types[] = {
      {"pad", ppt_pad}, {"psb", ppt_psb}, {"psbend", ppt_psbend}, {"ovf", ppt_ovf}, {"stop", ppt_stop},
      {"tip", ppt_tip}, {"pge", ppt_tip_pge}, {"pgd", ppt_tip_pgd}, {"fup", ppt_fup},
      {"tnt8", ppt_tnt_8}, {"tnt64", ppt_tnt_64}, {"exec", ppt_mode}, {"tsx", ppt_mode}, {"pip", ppt_pip},
      {"vmcs", ppt_vmcs}, {"cbr", ppt_cbr}, {"tsc", ppt_tsc}, {"tma", ppt_tma}, {"mtc", ppt_mtc}, {"cyc", ppt_cyc},
      {"mnt", ppt_mnt}, {"exstop", ppt_exstop}, {"mwait", ppt_mwait}, {"pwre", ppt_pwre}, {"pwrx", ppt_pwrx},
      {"ptw", ppt_ptw}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
      if (!strcmp(types[i].name, name))
        packet.type = types[i].type;
    if (!strcmp(name, "raw")) {
      uint64_t at;
      pt_enc_get_offset(encoder, &at);
      buffer[at] = a;
      pt_enc_sync_set(encoder, at + 1);
      continue;
    }
    switch (packet.type) {
    case ppt_tip: case ppt_tip_pge: case ppt_tip_pgd: case ppt_fup:
      packet.payload.ip.ipc = a; packet.payload.ip.ip = b; break;
    case ppt_tnt_8: case ppt_tnt_64: packet.payload.tnt.bit_size = a; packet.payload.tnt.payload = b; break;
    case ppt_mode:
      packet.payload.mode.leaf = *name == 'e' ? pt_mol_exec : pt_mol_tsx;
      if (*name == 'e') { packet.payload.mode.bits.exec.csl = a; packet.payload.mode.bits.exec.csd = b; }
      else { packet.payload.mode.bits.tsx.intx = a; packet.payload.mode.bits.tsx.abrt = b; }
      break;
    case ppt_pip: packet.payload.pip.cr3 = a; packet.payload.pip.nr = b; break;
    case ppt_vmcs: packet.payload.vmcs.base = a; break;
    case ppt_cbr: packet.payload.cbr.ratio = a; break;
    case ppt_tsc: packet.payload.tsc.tsc = a; break;
    case ppt_tma: packet.payload.tma.ctc = a; packet.payload.tma.fc = b; break;
    case ppt_mtc: packet.payload.mtc.ctc = a; break;
    case ppt_cyc: packet.payload.cyc.value = a; break;
    case ppt_mnt: packet.payload.mnt.payload = a; break;
    case ppt_exstop: packet.payload.exstop.ip = a; break;
    case ppt_mwait: packet.payload.mwait.hints = a; packet.payload.mwait.ext = b; break;
    case ppt_pwre: packet.payload.pwre.state = a; packet.payload.pwre.sub_state = b; packet.payload.pwre.hw = c; break;
    case ppt_pwrx: packet.payload.pwrx.last = a; packet.payload.pwrx.deepest = b; packet.payload.pwrx.interrupt = c; break;
    case ppt_ptw: packet.payload.ptw.ip = a; packet.payload.ptw.plc = b; packet.payload.ptw.payload = c; break;
    default: break;
    }
    int status = pt_enc_next(encoder, &packet);
    if (status < 0) {
      fprintf(stderr, "%s: %s", pt_errstr(pt_errcode(status)), line);
      return 1;
    }
  }
  uint64_t size;
  pt_enc_get_offset(encoder, &size);
  fwrite(buffer, 1, size, stdout);
  return 0;
}

static uint64_t first, last, next, count;
static int has_run, has_times;

static void end_run(void)
{
  if (count && !has_times)
    printf("%" PRIx64 " %" PRIx64 " %" PRIu64 "\n", first, last, count);
  count = 0;
}

static void gap(int code, struct pt_insn_decoder *decoder)
{
  uint64_t offset = 0;
  end_run();
  pt_insn_get_offset(decoder, &offset);
  printf("gap %d %" PRIu64 "\n", code, offset);
}

/* -1 where there is no time. */
static void tell_time(struct pt_insn_decoder *decoder, uint64_t number)
{
  static uint64_t told = -1;
  uint64_t time = -1;
  if (pt_insn_time(decoder, &time, NULL, NULL) < 0)
    time = -1;
  if (time != told)
    printf("%" PRIu64 " %" PRId64 "\n", number, (int64_t) time);
  told = time;
}

static int events(struct pt_insn_decoder *decoder, int status)
{
  while (status & pts_event_pending) {
    struct pt_event event;
    status = pt_insn_event(decoder, &event, sizeof event);
    if (status < 0)
      break;
    if (event.type == ptev_enabled && !event.status_update && !event.variant.enabled.resumed && has_run)
      gap(2, decoder);
    if (event.type == ptev_overflow)
      gap(3, decoder);
  }
  return status;
}

static int decode(int argc, char **argv)
{
  static uint8_t buffer[1 << 26] __attribute__((aligned(64)));
  FILE *file = fopen(argv[0], "rb");
  size_t size = fread(buffer, 1, sizeof buffer, file);
  struct pt_config config;
  pt_config_init(&config);
  config.cpu.vendor = pcv_intel;
  config.cpu.family = atoi(argv[1]);
  config.cpu.model = strtoul(argv[2], NULL, 0);
  if (config.cpu.family)
    pt_cpu_errata(&config.errata, &config.cpu);
  if (has_times) {
    config.mtc_freq = atoi(argv[3]);
    config.cpuid_0x15_ebx = atoi(argv[4]);
    config.cpuid_0x15_eax = atoi(argv[5]);
    config.nom_freq = atoi(argv[6]);
  }
  config.begin = buffer;
  config.end = buffer + size;
  struct pt_insn_decoder *decoder = pt_insn_alloc_decoder(&config);
  for (int i = has_times ? 7 : 3; i + 3 < argc; i += 4)
    pt_image_add_file(pt_insn_get_image(decoder), argv[i], strtoul(argv[i + 1], 0, 0),
                      strtoul(argv[i + 2], 0, 0), NULL, strtoul(argv[i + 3], 0, 0));
  uint64_t all = 0;
  for (;;) {
    int status = pt_insn_sync_forward(decoder);
    if (status == -pte_eos)
      break;
    while (status >= 0) {
      struct pt_insn insn;
      status = events(decoder, status);
      if (status < 0)
        break;
      status = pt_insn_next(decoder, &insn, sizeof insn);
      if (status < 0)
        break;
      if (has_times)
        tell_time(decoder, all);
      if (count && insn.ip != next)
        end_run();
      if (!count++)
        first = insn.ip;
      has_run = 1;
      last = insn.ip;
      next = insn.ip + insn.size;
      all++;
    }
    if (status == -pte_eos)
      break;
    gap(status, decoder);
  }
  end_run();
  fprintf(stderr, "%" PRIu64 " instructions\n", all);
  return 0;
}

int main(int argc, char **argv)
{
  has_times = !strcmp(argv[1], "times");
  return strcmp(argv[1], "encode") ? decode(argc - 2, argv + 2) : encode();
}
