import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { giftState, visibleChannels } from '#backoffice/modules/catalog/gifts/gift-state.ts'
import type { Gift } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

const KINDS = { archived: 'off', hidden: 'off', 'sold-out': 'bad', visible: 'done' } as const

export function GiftStateMark({ gift }: { gift: Gift }) {
  const t = useTranslate()
  const state = giftState(gift)
  const text = {
    archived: t('isRetired'),
    hidden: t('isNotOnSale'),
    'sold-out': t('soldOut'),
    visible: t('visibleIn', { count: visibleChannels(gift).length }),
  }[state]
  return <StatusMark kind={KINDS[state]}>{text}</StatusMark>
}
