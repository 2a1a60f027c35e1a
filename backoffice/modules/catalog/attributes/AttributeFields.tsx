import type { Attribute } from '#backoffice/modules/catalog/attributes/attribute-kinds.ts'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { allLanguages } from '#domain/language.ts'

import css from './AttributesPage.module.css'

export type AttributeValues = { texts: Record<string, string>; hexcode: string; mail: string }

type FieldsProps = {
  values: AttributeValues
  readOnly: boolean
  type: (part: Partial<AttributeValues>) => void
}

/** The names of an attribute in four languages. A brand has one name in all of them. */
export function AttributeFields({
  kind,
  values,
  readOnly,
  type,
}: FieldsProps & { kind: Attribute['kind'] }) {
  const t = useTranslate()
  const setName = (language: string, text: string) =>
    type({ texts: { ...values.texts, [language]: text } })
  return (
    <div className={css.fields}>
      {kind === 'brand' ? (
        <BrandFields values={values} readOnly={readOnly} type={type} />
      ) : (
        allLanguages.map((language) => (
          <FormField
            key={language}
            label={t('attribute.nameIn', { language: t(`in.${language}`) })}
            name={`texts.${language}`}
            lang={language}
            required={language === 'nl'}
            maxLength={200}
            readOnly={readOnly}
            placeholder={language === 'nl' ? undefined : values.texts['nl']}
            value={values.texts[language] ?? ''}
            onChange={({ target }) => setName(language, target.value)}
          />
        ))
      )}
      {kind === 'value' ? (
        <FormField
          label={t('attribute.colour')}
          name="hexcode"
          hint={t('attribute.colourHelp')}
          pattern="#[0-9a-fA-F]{6}"
          maxLength={7}
          readOnly={readOnly}
          value={values.hexcode}
          onChange={({ target }) => type({ hexcode: target.value })}
        />
      ) : null}
    </div>
  )
}

function BrandFields({ values, readOnly, type }: FieldsProps) {
  const t = useTranslate()
  return (
    <>
      <FormField
        label={t('name')}
        name="name"
        required
        maxLength={200}
        readOnly={readOnly}
        value={values.texts['nl'] ?? ''}
        onChange={({ target }) => type({ texts: { ...values.texts, nl: target.value } })}
      />
      <FormField
        label={t('attribute.mail')}
        name="supplier_email"
        type="email"
        maxLength={254}
        readOnly={readOnly}
        value={values.mail}
        onChange={({ target }) => type({ mail: target.value })}
      />
    </>
  )
}
