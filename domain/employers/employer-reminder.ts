/** Asked for by an employer, one of its campaign goes out in so many days. */
export const REMIND_EVERY_DAYS = 14

/** Within these hours it reaches everybody whom the rules of reminders let it; then it is over. */
export const REMIND_WITHIN_HOURS = 24

/** The moment from which another one may be asked for. */
export const nextReminder = (asked: Date): Date =>
  new Date(asked.getTime() + REMIND_EVERY_DAYS * 86_400_000)
