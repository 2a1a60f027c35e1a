import type { GiverIn } from '#backoffice/modules/vouchers/batches/batch-draft.ts'
import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'
import { allLanguages } from '#domain/language.ts'

import css from './Batches.module.css'

/** The giver's words once more, for those who read another language. */
export function GiverLanguages({ said, onSay }: { said: GiverIn; onSay: (said: GiverIn) => void }) {
  const say = useSay()
  return (
    <details>
      <summary>{say('giverLanguages')}</summary>
      <p className={css.soft}>{say('giverLanguagesHelp')}</p>
      {allLanguages.map((language) => (
        <FormTextArea
          key={language}
          label={say(`in.${language}`)}
          lang={language}
          maxLength={1000}
          rows={3}
          value={said[language] ?? ''}
          onChange={({ target }) => onSay({ ...said, [language]: target.value })}
        />
      ))}
    </details>
  )
}
