// The symbol of the address that is selected: the host knows it.
import type { Ask } from '../requests';

/** Names one address at a time. */
export class AddressName {
  /** Undefined while it is asked for, and where there is none. */
  symbol: string | undefined;
  private address: string | undefined;

  constructor(
    private readonly ask: Ask,
    /** A symbol came. */
    private readonly changed: () => void,
  ) {}

  /** Takes the address that is to be named; undefined for none. */
  async name(address: string | undefined): Promise<void> {
    if (address === this.address) return;
    this.address = address;
    this.symbol = undefined;
    if (address === undefined) return;
    const named = await this.ask('addressSymbol', { address }).catch(() => undefined);
    if (address !== this.address || named?.symbol === undefined) return;
    this.symbol = named.symbol;
    this.changed();
  }
}
