// What both sides can do: gdb manual, "General Query Packets", qSupported.
import { Fields, type MalformedPacket } from './fields';

/** One feature: a value, or whether it is there; `maybe` asks for it to be tried. */
export interface Feature {
  readonly name: string;
  readonly state: 'yes' | 'no' | 'maybe' | { readonly value: string };
}

/** What the client can do, and the question what the target can. */
export interface SupportedPacket {
  readonly kind: 'supported';
  readonly features: readonly Feature[];
}

const marks = { yes: '+', no: '-', maybe: '?' } as const;

/** Reads a qSupported packet; undefined where it is another. */
export function readSupported(packet: string): SupportedPacket | MalformedPacket | undefined {
  if (packet === 'qSupported') return { kind: 'supported', features: [] };
  if (!packet.startsWith('qSupported:')) return undefined;
  const features = readFeatures(packet.slice('qSupported:'.length));
  return 'kind' in features
    ? { ...features, packet }
    : { kind: 'supported', features: features.features };
}

/** The packet, as gdb writes it. */
export function writeSupported({ features }: SupportedPacket): string {
  return features.length === 0 ? 'qSupported' : `qSupported:${writeFeatures(features)}`;
}

/** A reply to qSupported, or the features of the request. */
export function readFeatures(text: string): { features: Feature[] } | MalformedPacket {
  const fields = new Fields(text);
  const features: Feature[] = [];
  while (!fields.atEnd && !fields.failed) {
    const feature = readFeature(fields.until(';'));
    if (feature) features.push(feature);
    else fields.failed = true;
    fields.skip(';');
  }
  return fields.packet({ features }, text, 'name=value, name+, name- or name?, with ; between');
}

function readFeature(text: string): Feature | undefined {
  const equals = text.indexOf('=');
  if (equals > 0) {
    return { name: text.slice(0, equals), state: { value: text.slice(equals + 1) } };
  }
  const state = (['yes', 'no', 'maybe'] as const).find((each) => text.endsWith(marks[each]));
  return state && text.length > 1 ? { name: text.slice(0, -1), state } : undefined;
}

/** The text that {@link readFeatures} reads. */
export function writeFeatures(features: readonly Feature[]): string {
  const written = features.map(({ name, state }) =>
    typeof state === 'object' ? `${name}=${state.value}` : name + marks[state],
  );
  return written.join(';');
}
