import type { Timeframe } from '#contract/cart.shop.ts'
import { addressLines } from '#domain/addresses/address-lines.ts'
import { formatDay, deliveryMoment } from '#domain/fulfilment/delivery-moment.ts'
import { openingHours } from '#domain/fulfilment/opening-hours.ts'
import { CarrierMark } from '#storefront/checkout/delivery/CarrierMark.tsx'
import { distanceText, pointAddress } from '#storefront/checkout/delivery/delivery-labels.ts'
import { PickupMap } from '#storefront/checkout/delivery/PickupMap.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import css from './DeliveryMethods.module.css'

type PickupPointsProps = {
  methods: Timeframe[]
  chosen: Timeframe | null
  onChoose: (method: Timeframe) => void
  texts: PageTexts
  invalid: boolean
}

/** The pickup points, nearest first, with a map. */
export function PickupPoints({ methods, chosen, onChoose, texts, invalid }: PickupPointsProps) {
  if (methods.length === 0) return <p>{texts.jsx('noPickupPoints')}</p>
  return (
    <div className={css.around}>
      <div className={css.pickup}>
        <PickupMap points={methods} chosen={chosen} texts={texts} />
        <ol className={css.methods}>
          {methods.map((method, index) => (
            <li key={method.PickupPointDetails?.Code} className={css.method}>
              <Checkbox
                kind="radio"
                name="pickup-point"
                checked={method === chosen}
                aria-invalid={invalid || undefined}
                onChange={() => onChoose(method)}
                label={<PointLabel method={method} number={index + 1} texts={texts} />}
              />
              <Hours method={method} texts={texts} />
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

function PointLabel({
  method,
  number,
  texts,
}: {
  method: Timeframe
  number: number
  texts: PageTexts
}) {
  const language = useLanguage()
  const point = method.PickupPointDetails
  if (!point) return null
  const day = deliveryMoment({ from: method.From, to: null })?.day
  return (
    <span className={css.point}>
      <span className={css.company}>{`${number}. ${point.Company}`}</span>
      <span className={css.distance}>{distanceText(point.DistanceMeters, texts, language)}</span>
      <span className={css.address}>{addressLines(pointAddress(point), language).join(', ')}</span>
      <span className={css.carrier}>
        <CarrierMark method={method} />
        {method.ShippingOptions[0]?.Description}
      </span>
      <span className={css.from}>
        {day ? texts.jsx('pickupFrom', { day: formatDay(day, language) }) : null}
      </span>
    </span>
  )
}

function Hours({ method, texts }: { method: Timeframe; texts: PageTexts }) {
  const language = useLanguage()
  const rows = openingHours(
    (method.PickupPointDetails?.OpeningTimes ?? []).map(({ Day, OpeningTimes }) => ({
      day: Day,
      times: OpeningTimes.map(({ From, To }) => ({ from: From, to: To })),
    })),
    language,
  )
  if (rows.length === 0) return null
  return (
    <details className={css.hours}>
      <summary>
        {texts.jsx('openingHours')}
        <span className="visually-hidden"> {method.PickupPointDetails?.Company}</span>
      </summary>
      <dl className={css.week}>
        {rows.map(({ days, times }) => (
          <div key={days}>
            <dt>{days}</dt>
            <dd>{times}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
