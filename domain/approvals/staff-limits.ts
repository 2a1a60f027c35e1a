/**
 * The limits below and those of the roles count the last 24 hours, because a calendar day would allow twice as much
 * around midnight.
 */
export const LIMIT_HOURS = 24

/** The start of the period that ends now. */
export const limitSince = (now: Date): Date => new Date(now.getTime() - LIMIT_HOURS * 3_600_000)

/** Maximum total points of vouchers whose codes one staff user can hand out without an approver, for every role. */
export const MOST_CODE_POINTS_ALONE = 25_000

/**
 * Points that all users of one employer together can add to its batches within the period. Staff of the shop add
 * more.
 */
export const MOST_EMPLOYER_POINTS = 2_500
