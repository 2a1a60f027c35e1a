import type { Timeframe } from '#contract/cart.shop.ts'
import { CarrierMark } from '#storefront/checkout/delivery/CarrierMark.tsx'
import { methodIdOf } from '#storefront/checkout/delivery/delivery-choice.ts'
import { whenText } from '#storefront/checkout/delivery/delivery-labels.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import css from './DeliveryMethods.module.css'

/** The delivery times at home, by day and hours. */
export function HomeDeliveryTimes({
  methods,
  chosen,
  onChoose,
  texts,
  invalid,
}: {
  methods: Timeframe[]
  chosen: Timeframe | null
  onChoose: (method: Timeframe) => void
  texts: PageTexts
  invalid: boolean
}) {
  const language = useLanguage()
  return (
    <ul className={css.methods}>
      {methods.map((method, index) => {
        const { shipper_code, code, from } = methodIdOf(method)
        const when = whenText({ from: method.From, to: method.To }, texts, language)
        return (
          <li key={`${shipper_code} ${code} ${from}`} className={css.method}>
            <Checkbox
              kind="radio"
              name="timeframe"
              checked={method === chosen}
              aria-invalid={invalid || undefined}
              onChange={() => onChoose(method)}
              label={
                <span className={css.time}>
                  <span className={css.when}>
                    {when || method.ShippingOptions[0]?.DisplayName || texts.text('standard')}
                  </span>
                  <CarrierMark method={method} />
                  {index === 0 && method === chosen && methods.length > 1 ? (
                    <span className={css.first}>{texts.jsx('firstWindow')}</span>
                  ) : null}
                </span>
              }
            />
          </li>
        )
      })}
    </ul>
  )
}
