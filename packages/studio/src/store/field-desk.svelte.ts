/** The constraint whose fields are open in the inspector, and what was said about the last change. */
import type { EquationFault } from '../protocol/equations.ts';
import type { FieldWish, KindInfo } from '../protocol/fields.ts';

export class FieldDesk {
  /** id of the constraint */
  open = $state<string | undefined>();
  kind = $state.raw<KindInfo | undefined>();
  /** why the last change was not made, and of which field */
  refusal = $state.raw<{ readonly key: string; readonly message: string } | undefined>();

  constructor(
    private readonly ask: (constraint: string) => Promise<KindInfo | undefined>,
    private readonly edit: (wish: FieldWish) => Promise<EquationFault | undefined>,
  ) {}

  clear(): void {
    this.open = undefined;
    this.kind = undefined;
    this.refusal = undefined;
  }
  async toggle(constraint: string): Promise<void> {
    const closes = this.open === constraint;
    this.clear();
    if (closes) return;
    this.open = constraint;
    await this.refresh();
  }
  /** The scene may have been edited. */
  async refresh(): Promise<void> {
    const { open } = this;
    if (open === undefined) return;
    const kind = await this.ask(open).catch(() => undefined);
    if (open === this.open) this.kind = kind;
  }
  async set(key: string, text: string): Promise<void> {
    const { open } = this;
    if (open === undefined) return;
    const wish = { what: 'set-field', constraint: open, key, text } as const;
    const fault = await this.edit(wish).catch((error: Error): EquationFault => ({ message: error.message }));
    if (open !== this.open) return;
    this.refusal = fault && { key, message: fault.message };
    await this.refresh();
  }
}
