/** What colleagues do so many days before the end, whatever recipients do. */
export type Entry = { ago: number; time: string; run: () => Promise<unknown> }
