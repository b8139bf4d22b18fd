// The calls that begins and ends are in. Where a function has both, as at its entry and its exits,
// an end belongs to the begin of its own call: the one whose stack frame has the same canonical
// frame address (CFA). Where that was not collected, nothing is known here.
import { appendUnder } from '../../bytes/arrays';
import { rowsPerBreath, TimeSlice } from '../../bytes/timeSlice';
import { FrameFlags } from '../../format/blocks';
import { FrameValue, type FrameQuery } from '../search/frameValues';
import type { FrameRun } from '../search/frameRun';
import type { Trace } from '../trace';
import { callFrameAt } from '../../machine/unwind/callFrames';

/** Places of the program that are looked at; where there are more, nothing is known. */
const maxPlaces = 1000;

/** One PC. */
interface Place {
  readonly pc: bigint;
  /** What happens there, as bits. */
  sides: number;
  /** Of a function with begins and ends: the CFA, and the calls by it. */
  cfa?: FrameValue;
  calls?: Map<number, number>;
}

export class EventCallReader implements FrameQuery {
  /** The CFA of each call, in the order of their numbers. */
  readonly cfas: number[] = [];
  /** By the PC's upper and lower half. */
  private readonly places = new Map<number, Map<number, Place>>();

  private constructor(readonly trace: Trace) {}

  /** Undefined where no function has begins and ends; `both`: bits of a begin that is an end. */
  static async of(
    trace: Trace,
    frames: Uint32Array,
    sides: Uint8Array,
    both: number,
  ): Promise<EventCallReader | undefined> {
    const calls = new EventCallReader(trace);
    const places = await calls.placesOf(frames, sides);
    return (await calls.share(places, both)) ? calls : undefined;
  }

  readsFrame(frame: number): boolean {
    return this.placeOf(frame)?.cfa?.readsFrame(frame) ?? false;
  }

  /** The number of the call that a frame is in, at once where that can be. */
  callFrom(
    frame: number,
    run: FrameRun | undefined,
    signal: AbortSignal | undefined,
  ): number | undefined | Promise<number | undefined> {
    const { cfa, calls } = this.placeOf(frame) ?? {};
    if (!cfa || !calls) return undefined;
    const address = cfa.numberFrom(frame, run, signal);
    return address instanceof Promise
      ? address.then((known) => this.numbered(known, calls))
      : this.numbered(address, calls);
  }

  private numbered(cfa: number | undefined, calls: Map<number, number>): number | undefined {
    if (cfa === undefined) return undefined;
    const known = calls.get(cfa);
    if (known !== undefined) return known;
    const number = this.cfas.push(cfa) - 1;
    calls.set(cfa, number);
    return number;
  }

  private placeOf(frame: number): Place | undefined {
    const { index } = this.trace.recording;
    return this.places.get(index.pcHigh(frame))?.get(index.pcLow(frame));
  }

  /** The places of frames that collected their PC. */
  private async placesOf(frames: Uint32Array, sides: Uint8Array): Promise<Place[]> {
    const { index } = this.trace.recording;
    const slice = new TimeSlice();
    const found: Place[] = [];
    for (const [row, frame] of frames.entries()) {
      if (row % rowsPerBreath === 0) await slice.yieldIfDue();
      if ((index.flags(frame) & FrameFlags.pc) === 0) continue;
      let place = this.placeOf(frame);
      if (!place) {
        if (found.length >= maxPlaces) return [];
        const [high, low] = [index.pcHigh(frame), index.pcLow(frame)];
        place = { pc: (BigInt(high) << 32n) | BigInt(low), sides: 0 };
        const lows = this.places.get(high);
        if (lows) lows.set(low, place);
        else this.places.set(high, new Map([[low, place]]));
        found.push(place);
      }
      place.sides |= sides[row] ?? 0;
    }
    return found;
  }

  /** Whether any function has begins and ends, and its CFA is known. */
  private async share(places: readonly Place[], both: number): Promise<boolean> {
    const byFunction = new Map<string, Place[]>();
    for (const place of places) {
      const { functionName } = await this.trace.modules.current.locate(place.pc);
      if (functionName === undefined) continue;
      appendUnder(byFunction, functionName, place);
    }
    let isShared = false;
    for (const inFunction of byFunction.values()) {
      const sides = inFunction.reduce((all, each) => all | each.sides, 0);
      // Where a begin is an end, as from each hit to the next, it ends another call.
      if (sides !== both || inFunction.some((each) => each.sides === both)) continue;
      const calls = new Map<number, number>();
      for (const place of inFunction) {
        const cfa = await this.cfaAt(place.pc);
        if (!cfa) continue;
        Object.assign(place, { cfa, calls });
        isShared = true;
      }
    }
    return isShared;
  }

  /** The CFA as an expression, where it is a register and an offset. */
  private async cfaAt(pc: bigint): Promise<FrameValue | undefined> {
    const { trace } = this;
    const { modules, recording } = trace;
    const architecture = recording.layout?.architecture;
    for (const module of modules.current.loaded) {
      const cfa = (await callFrameAt(pc, module, architecture))?.cfa;
      if (cfa?.kind !== 'register') continue;
      const register = architecture?.abi.dwarf.get(cfa.register);
      if (register === undefined) return undefined;
      const value = await FrameValue.compile(trace, `$${register} - ${-cfa.offset}`);
      return 'problem' in value ? undefined : value;
    }
    return undefined;
  }
}
