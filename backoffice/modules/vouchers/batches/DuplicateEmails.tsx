import type { BatchDraft } from '#backoffice/modules/vouchers/batches/batch-draft.ts'
import { FormCheckbox } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { type ListedPerson, nameKey } from '#domain/vouchers/recipient-list.ts'

import css from './Batches.module.css'

type Props = {
  people: readonly ListedPerson[]
  keptKeys: readonly string[]
  onKeep: (keep: BatchDraft['keep']) => void
}

/** People who share an email address with an earlier row. Each is left out unless the user keeps them. */
export function DuplicateEmails({ people, keptKeys, onKeep }: Props) {
  const t = useTranslate()
  if (people.length === 0) return null
  return (
    <Notice kind="warn">
      <fieldset className={css.part}>
        <legend>{t('sameMail', { count: people.length })}</legend>
        {people.map((person) => {
          const key = nameKey(person)
          return (
            <FormCheckbox
              key={key}
              checked={keptKeys.includes(key)}
              onChange={({ target }) =>
                onKeep(
                  target.checked ? [...keptKeys, key] : keptKeys.filter((kept) => kept !== key),
                )
              }
            >
              {t('includeRecipient', { name: person.name, mail: person.email })}
            </FormCheckbox>
          )
        })}
      </fieldset>
    </Notice>
  )
}
