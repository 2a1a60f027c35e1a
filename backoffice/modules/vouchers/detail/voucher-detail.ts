import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

export type Case = StaffResponse<'voucherPage'>
export type Entry = Case['timeline'][number]

/** Actions whose dialog needs no data but the voucher. */
export type PlainAction =
  | 'give'
  | 'extend'
  | 'expire'
  | 'block'
  | 'unblock'
  | 'replace'
  | 'resend'
  | 'note'
  | 'person'
  | 'act'
  | 'personal'

/** The open action dialog, one at a time. */
export type VoucherAction =
  | { kind: PlainAction }
  | { kind: 'undo'; line: string }
  | { kind: 'back'; given: string; points: number }

export type VoucherDialogProps = { staff: Staff; found: Case; onClose: () => void }
