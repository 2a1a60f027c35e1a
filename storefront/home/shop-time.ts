import { readPreview } from '#storefront/preview/end-preview.ts'

/** The holder's own clock says which hour it is; in a preview of a moment it is that one, where the channel is. */
export function shopHour(): number {
  const { date = null, zone = 'UTC' } = readPreview() ?? {}
  if (date === null) return new Date().getHours()
  const hour: Intl.DateTimeFormatOptions = { hour: 'numeric', hourCycle: 'h23', timeZone: zone }
  return Number(new Intl.DateTimeFormat('en', hour).format(new Date(date)))
}
