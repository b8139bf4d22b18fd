// How many bytes of memory fit a line of the details: 16 where there is room, else 8.

/** Watches a panel, and a probe that the stylesheet makes as wide as a line of 16 bytes. */
export class LineWidth {
  bytes: 8 | 16 = 8;
  private readonly sizes = new ResizeObserver(() => {
    this.measure();
  });
  private panel: Element | null = null;
  private probe: Element | null = null;

  constructor(private readonly onChange: () => void) {}

  /** Call with each draw: the elements come and go with what the page shows. */
  watch(panel: Element | null, probe: Element | null): void {
    if (panel === this.panel && probe === this.probe) return;
    this.sizes.disconnect();
    this.panel = panel;
    this.probe = probe;
    if (panel !== null) this.sizes.observe(panel);
    if (probe !== null) this.sizes.observe(probe);
  }

  private measure(): void {
    if (this.panel === null || this.probe === null) return;
    const bytes = this.panel.clientWidth >= this.probe.clientWidth ? 16 : 8;
    if (bytes === this.bytes) return;
    this.bytes = bytes;
    this.onChange();
  }
}
