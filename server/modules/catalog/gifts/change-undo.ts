const UNDO_DAYS = 7
const DAY_MS = 24 * 3_600_000

/** The end of the undo period of a change. */
export const changeUndoUntil = (at: Date) => new Date(at.getTime() + UNDO_DAYS * DAY_MS)
/** Changes before this time cannot be undone. */
export const oldestUndoableTime = (now: Date) => new Date(now.getTime() - UNDO_DAYS * DAY_MS)
