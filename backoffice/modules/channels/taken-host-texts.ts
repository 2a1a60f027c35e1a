import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { Refusal } from '#contract/shared/refusals.shop.ts'

type Taken = { host: string; channel: { id: string; name: string } | null }

const isTaken = (one: unknown): one is Taken =>
  typeof one === 'object' && one !== null && 'host' in one && 'channel' in one

/** The host that another channel uses, and its channel if the user may see it; null for other refusals. */
export function takenHostText(t: Translate, refusal: Refusal<string> | null): string | null {
  if (refusal?.refused !== 'host-taken' || !isTaken(refusal.stands)) return null
  const { host, channel } = refusal.stands
  return channel
    ? t('channel.hostOf', { host, channel: `${channel.id} ${channel.name}` })
    : t('channel.hostElsewhere', { host })
}
