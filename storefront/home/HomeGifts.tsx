import { useQuery } from '@tanstack/react-query'

import { pointSteps } from '#domain/catalog/point-steps.ts'
import { cartQuery, homeGiftsQuery } from '#storefront/api/queries.ts'
import { GiftSection } from '#storefront/product-card/GiftSection.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { rememberedPointsLeft } from '#storefront/session/holder-session.ts'
import css from './HomeGifts.module.css'

const CHOSEN = 8

/** Gifts for the points left: a varied choice, gifts that use all of them, and digital ones. */
export function HomeGifts({ words }: { words: PageTexts }) {
  const language = useLanguage()
  const { points } = useAmounts()
  const { data: cart } = useQuery(cartQuery(language))
  const left = cart
    ? Math.max(0, cart.totals.voucher_points - cart.totals.order_total_points)
    : rememberedPointsLeft()
  const { data, isError } = useQuery({ ...homeGiftsQuery(left, language), enabled: left > 0 })
  if (left === 0 || (isError && !data)) return null
  const from = pointSteps(left).at(-1)?.from ?? left
  return (
    <div className={css.gifts}>
      <GiftSection
        title={words.say('chosenTitle', { points: points(left) })}
        gifts={data?.chosen ?? null}
        room={CHOSEN}
        size="large"
        more={{ to: '/products', label: words.say('chosenAll') }}
      />
      {data ? (
        <>
          <GiftSection
            title={words.say('wholeTitle')}
            text={words.say('wholeText')}
            gifts={data.whole}
            more={{
              to: `/products?pointsFrom=${from}&pointsTo=${left}`,
              label: words.say('wholeAll'),
            }}
          />
          <GiftSection
            title={words.say('byMailTitle')}
            text={words.say('byMailText')}
            gifts={data.digital}
            more={{ to: '/products?onlyDigital=true', label: words.say('byMailAll') }}
          />
        </>
      ) : null}
    </div>
  )
}
