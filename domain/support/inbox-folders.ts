/**
 * Inbox folders for the reader. 'unassigned', 'mine' and 'others' need a reply; 'waiting' threads wait for the holder
 * or for a date.
 */
export const INBOX_FOLDERS = ['unassigned', 'mine', 'others', 'waiting', 'done', 'all'] as const
export type InboxFolder = (typeof INBOX_FOLDERS)[number]

/** A thread that waits longer is late. */
export const LATE_MS = 2 * 3_600_000
