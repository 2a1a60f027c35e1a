/** Work of staff at a fixed time of the demo history, independent of what recipients do. `ago`: days before its end. */
export type StaffWork = { ago: number; time: string; run: () => Promise<unknown> }
