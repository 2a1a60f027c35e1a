/** An employer can request one reminder per campaign in this many days. */
export const REMIND_EVERY_DAYS = 14

/** A requested reminder is sent within these hours to all recipients that the reminder rules allow. */
export const REMIND_WITHIN_HOURS = 24

/** When the next reminder can be requested. */
export const nextReminder = (last: Date): Date =>
  new Date(last.getTime() + REMIND_EVERY_DAYS * 86_400_000)
