import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export type ParcelValues = { carrier: string; code: string; link: string }

/** Input of the call. An empty link becomes null. */
export const parcelInput = ({ link, ...values }: ParcelValues) => ({
  ...values,
  link: link.trim() === '' ? null : link,
})

/** The carrier and the tracking link of a supplier's parcel. */
export function ParcelFields({
  values: { carrier, code, link },
  type,
}: {
  values: ParcelValues
  type: (part: Partial<ParcelValues>) => void
}) {
  const t = useTranslate()
  return (
    <>
      <FormField
        label={t('supplier.carrier')}
        name="carrier"
        required
        maxLength={60}
        value={carrier}
        onChange={({ target }) => type({ carrier: target.value })}
      />
      <FormField
        label={t('supplier.code')}
        name="code"
        required
        maxLength={120}
        value={code}
        onChange={({ target }) => type({ code: target.value })}
      />
      <FormField
        label={t('supplier.link')}
        hint={t('supplier.linkHelp')}
        name="link"
        type="url"
        autoComplete="off"
        spellCheck={false}
        pattern="[Hh][Tt][Tt][Pp][Ss]://.*"
        maxLength={500}
        value={link}
        onChange={({ target }) => type({ link: target.value })}
      />
    </>
  )
}
