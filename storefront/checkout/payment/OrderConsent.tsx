import { useId } from 'react'

import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import css from './OrderConsent.module.css'

/** Never preselected. The terms open beside the order, so that no input is lost. */
export function OrderConsent({
  texts,
  checked,
  onChange,
  issue,
}: {
  texts: PageTexts
  checked: boolean
  onChange: (checked: boolean) => void
  issue: string | undefined
}) {
  const id = useId()
  return (
    <div className={css.consent}>
      <Checkbox
        id={id}
        checked={checked}
        required
        issue={issue}
        onChange={(event) => onChange(event.target.checked)}
        label={texts.jsx('consentText')}
      />
      <a
        className={css.terms}
        href={texts.url('terms') ?? '/terms-and-conditions'}
        target="_blank"
        rel="noreferrer"
      >
        {texts.jsx('termsLink', {}, 'Lees de voorwaarden')}
        <span className="visually-hidden"> ({texts.text('newTab')})</span>
      </a>
    </div>
  )
}
