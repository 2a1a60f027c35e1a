import type { Staff } from '#contract/staff/sign-in.staff.ts'

/** Props of every page: the signed-in staff user and the path parameters. */
export type StaffPageProps = { staff: Staff; params: Readonly<Record<string, string>> }
