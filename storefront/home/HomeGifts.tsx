import { useQuery } from '@tanstack/react-query'

import { pointSteps } from '#domain/catalog/point-steps.ts'
import { cartQuery, homeGiftsQuery } from '#storefront/api/queries.ts'
import { GiftSection } from '#storefront/product-card/GiftSection.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { rememberedPointsLeft } from '#storefront/session/holder-session.ts'
import css from './HomeGifts.module.css'

const CHOSEN_PLACEHOLDERS = 8

/** Gifts for the points left: a varied choice, gifts that use all of them, and digital ones. */
export function HomeGifts({ texts }: { texts: PageTexts }) {
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
        title={texts.jsx('chosenTitle', { points: points(left) })}
        gifts={data?.chosen ?? null}
        placeholders={CHOSEN_PLACEHOLDERS}
        size="large"
        more={{ to: '/products', label: texts.jsx('chosenAll') }}
      />
      {data ? (
        <>
          <GiftSection
            title={texts.jsx('wholeTitle')}
            text={texts.jsx('wholeText')}
            gifts={data.whole}
            more={{
              to: `/products?pointsFrom=${from}&pointsTo=${left}`,
              label: texts.jsx('wholeAll'),
            }}
          />
          <GiftSection
            title={texts.jsx('byMailTitle')}
            text={texts.jsx('byMailText')}
            gifts={data.digital}
            more={{ to: '/products?onlyDigital=true', label: texts.jsx('byMailAll') }}
          />
        </>
      ) : null}
    </div>
  )
}
