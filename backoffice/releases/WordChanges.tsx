import { useDeskLanguage, useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'

import css from './WordChanges.module.css'

type Fields = DeskAnswer<'compareVersions'>['fields']

/** What went and what came, word by word; a thing of one field needs no name for it. */
export function WordChanges({
  kind,
  fields: all,
  lang,
}: {
  kind: DeskAnswer<'compareVersions'>['kind']
  fields: Fields
  lang?: string | undefined
}) {
  const say = useSay()
  const { language } = useDeskLanguage()
  const fields = all.filter(
    ({ field, parts }) =>
      parts.some(({ text }) => text !== '') && (field !== 'position' || !isText(kind)),
  )
  if (fields.length === 0) return <p className={css.soft}>{say('version.same')}</p>
  const named = fields.length > 1 || fields[0]?.field !== 'value'
  return (
    <dl className={css.fields}>
      {fields.map(({ field, parts }) => (
        <div key={field}>
          <dt className={named ? css.name : 'visually-hidden'}>{field}</dt>
          <dd lang={lang} className={css.text}>
            {parts.map(({ what, text }, at) =>
              what === 'same' ? (
                <span key={at}>{text}</span>
              ) : what === 'added' ? (
                <ins key={at}>
                  <span className="visually-hidden" lang={language}>
                    {' '}
                    {say('release.addedWords')}:{' '}
                  </span>
                  {text}
                </ins>
              ) : (
                <del key={at}>
                  <span className="visually-hidden" lang={language}>
                    {' '}
                    {say('release.removedWords')}:{' '}
                  </span>
                  {text}
                </del>
              ),
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Where a text stands among the others is none of what it says. */
const isText = (kind: string) => kind === 'content' || kind === 'mail'
