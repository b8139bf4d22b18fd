// What is being debugged: a launched trace with the parts that answer requests about it.
import { t } from '@vscode/l10n';
import type { FrameState } from '../machine/frameState';
import type { Disposable } from '../trace/emitter';
import { PreviousPosition } from '../trace/cursor';
import { lazy } from '../bytes/lazy';
import type { SourceLookup } from '../trace/sourceLookup';
import type { NatvisProblem } from '../trace/printers';
import type { Trace } from '../trace/trace';
import { followedBy } from './breakpoints/dataInfo';
import { BreakpointRequests } from './breakpoints/requests';
import { BreakpointPlaces } from './breakpoints/place';
import type { Client } from './client';
import type { DebugConsole } from './console/console';
import type { SourceText } from './console/consoleState';
import { Disassembly } from './disassembly';
import { Evaluator } from './evaluation';
import { frameLog } from './frameLog';
import type { Launched } from './launch';
import type { LaunchArguments } from './launchArguments';
import { FrameNavigator } from './navigation';
import { MissingSources } from './missingSources';
import { messageOf } from '../bytes/requestFailed';
import { StackFrames } from './stackFrames';
import { ValueFormats, type ValueView } from './valueNodes';
import { VariableReferences } from './variableTree';

/** A trace in one debug session. */
export class DebugContext implements Disposable {
  readonly trace: Trace;
  readonly sources: SourceLookup;
  readonly args: LaunchArguments;
  readonly stack: StackFrames;
  readonly variables = new VariableReferences();
  readonly formats = new ValueFormats();
  /** How values are shown in this session. */
  readonly view: ValueView;
  /** The stop before this one. */
  readonly previous: PreviousPosition;
  readonly evaluator: Evaluator;
  readonly places: BreakpointPlaces;
  readonly breakpoints: BreakpointRequests;
  readonly navigator: FrameNavigator;
  readonly disassembly: Disassembly;
  /** The lines of sources, read when they are first asked for. */
  readonly sourceText: () => Promise<SourceText>;
  /** Made when something is typed: it is loaded then. */
  readonly console: () => Promise<DebugConsole>;
  private sourcesRead: SourceText | undefined;
  private readonly owned: readonly Disposable[];

  constructor(
    launched: Launched,
    readonly client: Client,
  ) {
    const { trace, sources, args } = launched;
    this.trace = trace;
    this.sources = sources;
    this.args = args;
    const missing = new MissingSources(launched.withoutSource);
    this.stack = new StackFrames(trace, sources, client.places, missing, client.log);
    this.disassembly = new Disassembly(
      trace.modules,
      sources,
      client.places,
      args.disassemblyFlavor,
      launched.startDecoder(),
    );
    this.view = { prettyPrint: args.prettyPrint, formats: this.formats };
    this.previous = new PreviousPosition(trace.cursor);
    this.evaluator = new Evaluator(trace, this.view);
    this.places = new BreakpointPlaces(trace, sources);
    this.breakpoints = new BreakpointRequests(trace, this.places, client);
    this.navigator = new FrameNavigator({
      ...{ trace, client },
      breakpoints: () => this.breakpoints.all,
      onHit: (stop) => {
        this.breakpoints.stoppedAt(stop);
      },
      log: () => frameLog(trace, this.stack, client),
      isInDisassembly: () => this.stack.isInDisassembly(),
      beforeStop: async () => {
        await launched.beforeStop?.(await this.stack.source());
      },
      leave: () => {
        this.forgetReferences();
      },
    });
    this.sourceText = lazy(async () => {
      const { SourceText } = await import('./console/consoleState');
      this.sourcesRead = new SourceText(sources, launched.readText);
      return this.sourcesRead;
    });
    this.console = lazy(() => this.makeConsole(launched));
    const changes = trace.onDidChange(() => {
      this.refresh();
    });
    const file = trace.recording.onDidChangeFile((sentence) => {
      client.log(sentence, 'important');
    });
    const problems = trace.printers.onDidFindProblem(this.logNatvis);
    trace.printers.problems.forEach(this.logNatvis);
    this.owned = [
      changes,
      file,
      problems,
      this.previous,
      this.navigator,
      this.breakpoints,
      this.disassembly,
      launched,
    ];
  }

  /** The frame where the debugger is. */
  machine(): Promise<FrameState> {
    return this.trace.machine(this.trace.cursor.frame);
  }

  /** What the client was told of this stop is stale: programs or sources are others now. */
  refresh(): void {
    if (!this.navigator.stopAgain() && this.client.abilities.invalidated) {
      this.forgetReferences();
      this.client.send({ seq: 0, type: 'event', event: 'invalidated', body: { areas: ['all'] } });
    }
    this.breakpoints.refresh().catch((error: unknown) => {
      this.client.log(messageOf(error), 'stderr');
    });
  }

  /** Values are written in another format now; what was handed out still holds. */
  rewriteValues(): void {
    if (!this.client.abilities.invalidated) return;
    const body = { areas: ['variables'] };
    this.client.send({ seq: 0, type: 'event', event: 'invalidated', body });
  }

  dispose(): void {
    for (const each of this.owned) each.dispose();
  }

  /** Where a Natvis file is wrong, and how. */
  private readonly logNatvis = ({ path, line, problem }: NatvisProblem): void => {
    this.client.log(`${path}:${line}: ${problem}`, 'stderr');
  };

  private async makeConsole({ readText, resolvePath }: Launched): Promise<DebugConsole> {
    const [{ DebugConsole }, sourceText] = await Promise.all([
      import('./console/console'),
      this.sourceText(),
    ]);
    const { trace, evaluator, sources, disassembly, navigator } = this;
    return new DebugConsole({
      ...{ trace, evaluator, disassembly, prettyPrint: this.args.prettyPrint },
      sources: sourceText,
      log: (words) => {
        this.client.log(words, 'console');
      },
      goTo: (frame, why, within) => navigator.goTo(frame, why, within),
      runEnd: (options) => navigator.runEnd(options),
      search: (find, title = t('Looking for the frame…'), way) =>
        navigator.search(title, find, way),
      substitutePaths: (rules) => {
        sources.substitute(rules);
        this.refresh();
      },
      readScript: (name) => readText(resolvePath(name)),
      breakpoints: this.breakpoints,
      followed: (expression) => followedBy(this, { name: expression }),
    });
  }

  /** What was handed out at the last stop holds no more. */
  private forgetReferences(): void {
    this.sources.lookAgain();
    this.sourcesRead?.readAgain();
    this.variables.clear();
    this.stack.clear();
  }
}
