import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { currentVariants, visibleChannels } from '#backoffice/modules/catalog/gifts/gift-state.ts'
import type { Gift } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './ShopLinks.module.css'

/** Links to the gift in the shop as a recipient with enough points sees it. Several channels are in a menu. */
export function ShopLinks({ gift }: { gift: Gift }) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const channels = visibleChannels(gift).flatMap((id) => {
    const channel = data?.items.find((item) => item.id === id)
    return channel ? [{ ...channel, href: shopAddress(gift, id) }] : []
  })
  const [first] = channels
  const face = (
    <>
      <BackofficeIcon name="eye" />
      {t('viewInShop')}
    </>
  )
  if (!first) return null
  if (channels.length === 1) {
    return (
      <a className={actionButtonClass()} href={first.href} target="_blank" rel="noopener">
        {face}
      </a>
    )
  }
  return (
    <Popover
      label={t('viewInShop')}
      end
      triggerClass={actionButtonClass()}
      trigger={
        <>
          {face}
          <BackofficeIcon name="down" />
        </>
      }
    >
      {(close) => (
        <ul className={css.channels}>
          {channels.map(({ id, href }) => (
            <li key={id}>
              <a href={href} target="_blank" rel="noopener" onClick={close}>
                <ChannelName id={id} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

/** Points of the previewed voucher, unless the gift costs more. */
const PREVIEW_POINTS = 20

/** The preview of the live shop at the gift's page. */
function shopAddress(gift: Gift, channel: string) {
  const skus = currentVariants(gift).map(({ sku }) => sku)
  const offers = gift.offers.filter(
    (offer) => offer.channel === channel && offer.active && skus.includes(offer.sku),
  )
  const query = new URLSearchParams({
    channel,
    points: String(Math.max(PREVIEW_POINTS, ...offers.map(({ points }) => points))),
    page: `/product-description/${offers[0]?.sku ?? ''}`,
  })
  return `/backoffice/preview/shop?${query.toString()}`
}
