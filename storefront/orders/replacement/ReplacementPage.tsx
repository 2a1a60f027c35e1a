import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import type { Choice, ReplacementGift } from '#contract/orders/replacements.shop.ts'
import { localizedDate } from '#domain/content/text-template.ts'
import { dayAt } from '#domain/time/zone-days.ts'
import { writeErrorText } from '#storefront/i18n/error-texts.ts'
import { choiceQuery } from '#storefront/orders/replacement/replacement-query.ts'
import { ReplacementDialog } from '#storefront/orders/replacement/ReplacementDialog.tsx'
import { creditText } from '#storefront/orders/credit-texts.ts'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { useLocation } from '#storefront/router/router.tsx'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Picture } from '#ui/components/Image.tsx'
import { Skeleton } from '#ui/components/Skeleton.tsx'
import css from './ReplacementPage.module.css'

/** Offers replacements for an unavailable gift, or a refund. The link alone gives access. */
export default function ReplacementPage() {
  const texts = useTexts('confirmationpagecomponents').block('chooseAgain')
  const common = useTexts('websitetranslationcomponents')
  const language = useLanguage()
  const token = useLocation().hash.replace(/^#/, '')
  const { data, error, isPending } = useQuery(choiceQuery(token, language))
  usePageTitle(texts.text('title'))
  if (isPending)
    return (
      <div className={css.page}>
        <Skeleton height="20rem" />
      </div>
    )
  if (error)
    return (
      <div className={css.page}>
        <p role="alert">{writeErrorText(error, common)}</p>
      </div>
    )
  if (!data)
    return (
      <div className={css.page}>
        <h1>{texts.jsx('unknownTitle')}</h1>
        <p>{texts.jsx('unknownText')}</p>
      </div>
    )
  return <ReplacementOffer key={token} token={token} choice={data} texts={texts} />
}

const CAUSE_TEXTS = {
  'sold-out': 'causeSoldOut',
  declined: 'causeDeclined',
  lost: 'causeLost',
  refused: 'causeRefused',
} as const

/** The option that the holder is asked to confirm. Null means a refund instead of a gift. */
type Confirmation = { gift: ReplacementGift | null }

type ReplacementOfferProps = { token: string; choice: Choice; texts: PageTexts }

function ReplacementOffer({ token, choice, texts }: ReplacementOfferProps) {
  const language = useLanguage()
  const amounts = useAmounts()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const amount = creditText({ points: choice.points_back, cents: choice.cents_back }, amounts)
  const { outcome } = choice

  return (
    <div className={css.page}>
      <h1>{texts.jsx('title')}</h1>
      <section className={css.unavailable}>
        <Picture file={choice.gift.media} alt="" sizes="6rem" className={css.small} />
        <div>
          <p className={css.brand}>{choice.gift.brand}</p>
          <h2 className={css.name} lang={choice.gift.lang}>
            {choice.quantity} × {choice.gift.name}
          </h2>
          {choice.gift.variant === '' ? null : <p>{choice.gift.variant}</p>}
          <p>{texts.jsx(CAUSE_TEXTS[choice.cause], { order_number: choice.order_number })}</p>
        </div>
      </section>
      {outcome === null ? (
        <>
          <p className={css.until}>
            {texts.jsx('until', {
              date: localizedDate(lastDay(choice), language),
              amount,
            })}
          </p>
          <Gifts choice={choice} texts={texts} onTake={(gift) => setConfirmation({ gift })} />
          <section className={css.refund}>
            <h2>{texts.jsx('backTitle')}</h2>
            <p>{texts.jsx('backText', { amount })}</p>
            <Button variant="quiet" onClick={() => setConfirmation({ gift: null })}>
              {texts.jsx('back')}
            </Button>
          </section>
        </>
      ) : (
        <Outcome choice={choice} texts={texts} amount={amount} />
      )}
      {confirmation ? (
        <ReplacementDialog
          token={token}
          gift={confirmation.gift}
          amount={amount}
          texts={texts}
          onClose={() => setConfirmation(null)}
          onDone={(newChoice) => {
            setConfirmation(null)
            queries.setQueryData(choiceQuery(token, language).queryKey, newChoice)
            announce(texts.text('title'))
          }}
        />
      ) : null}
    </div>
  )
}

/** The last day on which the offer is open. */
const lastDay = ({ until, time_zone }: Choice) => dayAt(Date.parse(until) - 1, time_zone)

function Gifts({
  choice,
  texts,
  onTake,
}: {
  choice: Choice
  texts: PageTexts
  onTake: (gift: ReplacementGift) => void
}) {
  const { points } = useAmounts()
  return (
    <section>
      <h2>{texts.jsx('giftsTitle')}</h2>
      {choice.gifts.length === 0 ? (
        <p>{texts.jsx('noGifts')}</p>
      ) : (
        <ul className={css.gifts}>
          {choice.gifts.map((gift) => (
            <li key={gift.spli_id} className={css.gift}>
              <Picture
                file={gift.media}
                fallbackText={gift.brand}
                alt=""
                sizes="(width < 40rem) 45vw, 14rem"
              />
              <p className={css.brand}>{gift.brand}</p>
              <h3 className={css.name} lang={gift.lang}>
                {gift.name}
              </h3>
              {gift.variant === '' ? null : <p>{gift.variant}</p>}
              <p className={css.points}>{points(gift.points)}</p>
              <Button
                variant="quiet"
                wide
                aria-label={texts.text('takeLabel', { name: nameOf(gift) })}
                onClick={() => onTake(gift)}
              >
                {texts.jsx('take')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const nameOf = ({ name, variant }: ReplacementGift) => [name, variant].filter(Boolean).join(', ')

const OUTCOME_TEXTS = {
  'other-gift': 'doneOtherGift',
  'points-back': 'doneBack',
  default: 'doneBack',
  'called-off': 'doneCalledOff',
  overtaken: 'doneOvertaken',
} as const

/** The result of the choice. It gets the focus, because the buttons were removed. */
function Outcome({ choice, texts, amount }: { choice: Choice; texts: PageTexts; amount: string }) {
  const pageTexts = useTexts('confirmationpagecomponents')
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => box.current?.focus(), [])
  if (choice.outcome === null) return null
  return (
    <section className={css.done}>
      <p ref={box} tabIndex={-1} role="status">
        {texts.jsx(OUTCOME_TEXTS[choice.outcome], { name: choice.chosen ?? '', amount })}
      </p>
      <ShopLink to={`/orders/${choice.order_number}`}>{pageTexts.jsx('viewOrder')}</ShopLink>
    </section>
  )
}
