import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { GiftFactField } from '#backoffice/modules/catalog/gifts/GiftFactField.tsx'
import { GiftStateMark } from '#backoffice/modules/catalog/gifts/GiftStateMark.tsx'
import { LanguageMarks } from '#backoffice/modules/catalog/gifts/list/LanguageMarks.tsx'
import { currentVariants } from '#backoffice/modules/catalog/gifts/gift-state.ts'
import type { FactsDraft } from '#backoffice/modules/catalog/gifts/use-gift-drafts.ts'
import type { Gift } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { useVariantName } from '#backoffice/modules/catalog/gifts/use-variant-name.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { GIFT_FACT_NAMES, giftFact } from '#domain/catalog/gift-facts.ts'

import css from './GiftSide.module.css'

type GiftStatusProps = { gift: Gift; draft: FactsDraft; mayWrite: boolean; seesCodes: boolean }

/** Whether recipients can order it, in which languages it has a name, and how it is delivered. */
export function GiftStatus({
  gift,
  draft: { values, type },
  mayWrite,
  seesCodes,
}: GiftStatusProps) {
  const t = useTranslate()
  const facts = GIFT_FACT_NAMES.filter((name) => {
    const { onlyFor } = giftFact(name)
    return onlyFor === null || onlyFor === values.delivery
  })
  const namedLanguages = gift.texts.flatMap(({ language, name }) =>
    name === null ? [] : [language],
  )
  return (
    <Card title={t('state')}>
      <div className={css.line}>
        <GiftStateMark gift={gift} />
        <LanguageMarks filled={namedLanguages} />
      </div>
      <fieldset className={css.fields} disabled={!mayWrite}>
        {facts.map((name) => (
          <GiftFactField
            key={name}
            name={name}
            value={values[name]}
            onValue={(value) => type({ [name]: value })}
          />
        ))}
      </fieldset>
      {seesCodes && gift.delivery === 'digital' && gift.digital === 'code' ? (
        <DigitalCodeLinks gift={gift} />
      ) : null}
    </Card>
  )
}

function DigitalCodeLinks({ gift }: { gift: Gift }) {
  const t = useTranslate()
  const variantName = useVariantName(gift)
  const variants = currentVariants(gift)
  return variants.map((article) => (
    <p key={article.sku}>
      <BackofficeLink to={`/backoffice/digital-codes/${article.sku}`}>
        {t('digital.ofGift')}
        {variants.length > 1 ? ` (${variantName(article) || article.sku})` : ''}
      </BackofficeLink>
    </p>
  ))
}
