/** An answer that a browser shows as a page of its own, with what that page may do. */
export class ShownPage {
  constructor(
    readonly html: string,
    readonly headers: Record<string, string>,
  ) {}
}
