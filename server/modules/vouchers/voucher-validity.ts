import { lastDayBefore } from '#domain/time/zone-days.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'

/** The last day on which the voucher can be used, in the channel's time zone; '' if it has no end. */
export const lastDayOf = ({ validUntil }: Pick<Holder, 'validUntil'>, timeZone: string): string =>
  validUntil ? lastDayBefore(validUntil.getTime(), timeZone) : ''

export const hasEnded = ({ validUntil }: Pick<Holder, 'validUntil'>, now: Date): boolean =>
  validUntil !== null && validUntil <= now
