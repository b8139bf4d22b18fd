// `public:`, `protected:` and `private:` among the members of a class, as gdb's `ptype` writes them.
import type { Access, ClassMembers, ClassType } from '../symbols/type';
import { indented, type Line } from './declarationLines';

/** The access of members that say nothing of it. */
export function defaultAccess({ kind }: ClassType): Access {
  return kind === 'class' ? 'private' : 'public';
}

/**
 * `public:` and the like, where the access changes. gdb leaves them out before data members and typedefs where all that
 * the class is made of has the access that its kind has; what the compiler made counts as private.
 */
export class AccessLabels {
  /** The access that was written last. */
  current: Access | undefined;
  readonly needed: boolean;
  private readonly usual: Access;

  constructor(type: ClassType, { members, statics, methods, typedefs = [] }: ClassMembers) {
    this.usual = defaultAccess(type);
    const all = [
      ...members.map((member) => (member.artificial ? 'private' : member.access)),
      ...[...statics, ...methods, ...typedefs].map(({ access }) => access),
    ];
    this.needed = all.some((access = this.usual) => access !== this.usual);
  }

  before(access: Access = this.usual): Line[] {
    if (access === this.current) return [];
    this.current = access;
    return [{ text: `${access}:` }];
  }
}

/** A line of a class's body: labels stand half as far to the right as members. */
export function asInner(line: Line): Line {
  const [moved = line] = indented([line], isLabel(line) ? '  ' : '    ');
  return moved;
}

function isLabel({ text }: Line): boolean {
  return text === 'public:' || text === 'protected:' || text === 'private:';
}
