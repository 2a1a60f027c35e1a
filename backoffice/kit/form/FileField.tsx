import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from 'react'

import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { FormFieldFrame } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './FileField.module.css'

type FileFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> & {
  label: ReactNode
  hint?: ReactNode
  /** Name of the file in use, if it can differ from the last one chosen. */
  shown?: string
  ref?: Ref<HTMLInputElement>
}

/**
 * The browser's file input is in the browser's language, so it is invisible above a button in the back office's
 * language.
 */
export function FileField({ label, hint, shown, onChange, ...input }: FileFieldProps) {
  const t = useTranslate()
  const [chosen, setChosen] = useState('')
  const name = shown ?? chosen
  return (
    <FormFieldFrame label={label} hint={hint} name={input.name}>
      {(control) => (
        <span className={css.file}>
          <input
            {...input}
            {...control}
            type="file"
            className={css.input}
            onChange={(event) => {
              // `onChange` may clear the field, for forms that upload the file at once.
              onChange?.(event)
              setChosen(event.target.files?.[0]?.name ?? '')
            }}
          />
          <span className={actionButtonClass('quiet')} data-face aria-hidden="true">
            {t('chooseFile')}
          </span>
          <span className={css.name} aria-hidden="true">
            {name === '' ? t('noFileYet') : name}
          </span>
        </span>
      )}
    </FormFieldFrame>
  )
}
