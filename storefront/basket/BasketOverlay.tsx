import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { Fault } from '#contract/shared/http-call.ts'
import type { Block } from '#contract/content/content.shop.ts'
import type { CrossSell } from '#contract/catalog/catalog.shop.ts'
import { remainingPoints, settlement } from '#domain/vouchers/points.ts'
import { fullName } from '#domain/catalog/full-gift-name.ts'

import type { Added } from '#storefront/basket/added-gift.ts'
import { CrossSellList } from '#storefront/basket/CrossSellList.tsx'
import { usePick } from '#storefront/basket/use-pick.ts'
import { writeErrorText } from '#storefront/i18n/error-texts.ts'
import { textsQuery } from '#storefront/api/queries.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { type Amounts, useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts, useTextsOf, type PageTexts } from '#storefront/i18n/texts.tsx'
import { Announcer, useAnnounce } from '#ui/components/Announcer.tsx'
import { buttonClass } from '#ui/components/Button.tsx'
import { Dialog } from '#ui/components/Dialog.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './BasketOverlay.module.css'

const NO_BLOCKS: readonly Block[] = []

type OverlayProps = { added: Added; onClose: () => void }

/** Confirms the added gift, the remaining points and gifts that go with it. */
export default function BasketOverlay({ added, onClose }: OverlayProps) {
  const common = useTexts('websitetranslationcomponents')
  const language = useLanguage()
  const { data, error } = useQuery(textsQuery('basketoverlaycomponents', language))
  const texts = useTextsOf('basketoverlaycomponents', data?.blocks ?? NO_BLOCKS)
  const title = texts.jsx('title', {}, 'Dit cadeau is toegevoegd aan jouw selectie!')
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={common.text('close')}
      className={css.overlay}
      picture={
        <Picture
          file={added.gift.media}
          alt=""
          sizes="(width < 40rem) 100vw, 260px"
          ratio="auto"
          className={css.picture}
        />
      }
    >
      {/* A separate announcer: while a dialog is open, screen readers ignore the one outside. */}
      <Announcer>
        {error ? (
          <p role="alert" className={css.problem}>
            An error occurred: {error.message}
          </p>
        ) : null}
        {data || error ? <OverlayContent added={added} texts={texts} onClose={onClose} /> : null}
      </Announcer>
    </Dialog>
  )
}

function OverlayContent({ added, texts, onClose }: OverlayProps & { texts: PageTexts }) {
  const { gift, cart } = added
  const common = useTexts('websitetranslationcomponents')
  const { picked, pick, error } = usePick()
  const pointsText = pointsSentence(added, picked, texts, useAmounts())
  const { order_total_points, order_limit } = cart.totals
  const isAboveLimit = order_total_points + (picked?.points ?? 0) > order_limit
  const announce = useAnnounce()
  const variant =
    cart.shopping_cart_items.find(({ spli_id }) => spli_id === gift.spliId)?.variant ?? ''
  const name = picked ? picked.name : fullName({ name: gift.name, variant })
  useEffect(() => announce(`${name}. ${pointsText}`), [announce, name, pointsText])

  const quantity = gift.quantity ?? 1
  const crossSelling = cart.current_cart_Details?.CrossSelling ?? []
  return (
    <>
      <div className={css.added}>
        <p className={css.gift}>
          {quantity > 1 ? `${quantity} × ` : ''}
          {gift.name}
        </p>
        {variant === '' ? null : <p className={css.variant}>{variant}</p>}
        <p className={css.left}>{pointsText}</p>
        {isAboveLimit ? (
          <p className={css.above}>
            <Icon name="warning" />
            <span>{texts.jsx('aboveLimit')}</span>
          </p>
        ) : null}
        <div className={css.ways}>
          <ShopLink to="/cart" className={buttonClass('main')} onClick={onClose}>
            {texts.jsx('continueButton', {}, 'Ga verder')}
          </ShopLink>
          <ShopLink to="/" className={buttonClass('plain')} onClick={onClose}>
            {texts.jsx('anotherGiftButton', {}, 'Kies nog een cadeau')}
          </ShopLink>
        </div>
      </div>
      <CrossSellList
        gifts={crossSelling}
        totals={cart.totals}
        picked={picked}
        onPick={pick}
        texts={texts}
      />
      {error ? (
        <p role="alert" className={css.problem}>
          An error occurred:{' '}
          {error instanceof Fault ? writeErrorText(error, common) : error.message}
        </p>
      ) : null}
    </>
  )
}

function remainingKey(points: number, texts: PageTexts): string {
  if (points === 0 && texts.has('remainingNone')) return 'remainingNone'
  return points === 1 ? 'remainingPoint' : 'remainingPoints'
}

function pointsSentence(
  { cart }: Added,
  picked: CrossSell | null,
  texts: PageTexts,
  { euros }: Amounts,
): string {
  const { voucher_points: available, order_total_points, maximum_points: maximum } = cart.totals
  const limit = cart.totals.order_limit
  const pickedPoints = picked?.points ?? 0
  const points = remainingPoints({
    available,
    orderPoints: order_total_points,
    pickedPoints,
    maximum,
  })
  const settled = settlement(order_total_points + pickedPoints, available, limit)
  return [
    texts.text(remainingKey(points, texts), { points }),
    settled.kind === 'due' ? texts.text('amountDue', { amount: euros(settled.cents) }) : '',
  ]
    .filter(Boolean)
    .join('. ')
}
