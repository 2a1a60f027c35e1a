import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { Refusal } from '#contract/shared/refusals.shop.ts'

type TakenHost = { host: string; channel: { id: string; name: string } | null }

const isTakenHost = (details: unknown): details is TakenHost =>
  typeof details === 'object' && details !== null && 'host' in details && 'channel' in details

/** The host that another channel uses, and its channel if the user may see it; null for other refusals. */
export function takenHostText(t: Translate, refusal: Refusal<string> | null): string | null {
  if (refusal?.refused !== 'host-taken' || !isTakenHost(refusal.stands)) return null
  const { host, channel } = refusal.stands
  return channel
    ? t('channel.hostOf', { host, channel: `${channel.id} ${channel.name}` })
    : t('channel.hostElsewhere', { host })
}
