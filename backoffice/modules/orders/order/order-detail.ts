import type { StaffResponse } from '#contract/client.staff.ts'

export type Order = StaffResponse<'staffOrder'>
export type Line = Order['lines'][number]

/** An action with a form. One is open at a time, above the gifts. */
export type OrderForm = 'return' | 'refund' | 'replace' | 'address' | 'cancel'
