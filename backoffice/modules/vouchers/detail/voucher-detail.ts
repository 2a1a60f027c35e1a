import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

export type VoucherDetail = StaffResponse<'voucherPage'>
export type Entry = VoucherDetail['timeline'][number]

/** Actions whose dialog needs no data but the voucher. */
export type PlainAction =
  | 'grant-points'
  | 'extend'
  | 'expire'
  | 'block'
  | 'unblock'
  | 'replace'
  | 'resend'
  | 'note'
  | 'reveal-person'
  | 'impersonate'
  | 'personal-data'

/** The open action dialog, one at a time. */
export type VoucherAction =
  | { kind: PlainAction }
  | { kind: 'undo'; auditId: string }
  | { kind: 'withdraw-points'; grant: string; points: number }

export type VoucherDialogProps = { staff: Staff; voucher: VoucherDetail; onClose: () => void }
