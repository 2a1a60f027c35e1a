import type { Staff } from '#contract/staff/sign-in.staff.ts'

/** What every page is handed: who looks at it, and the parts of its address. */
export type StaffPageProps = { staff: Staff; params: Readonly<Record<string, string>> }
