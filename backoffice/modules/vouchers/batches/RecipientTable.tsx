import {
  topOf,
  type BatchDraft,
  type ReadList,
} from '#backoffice/modules/vouchers/batches/batch-draft.ts'
import { PeopleColumns } from '#backoffice/modules/vouchers/batches/RecipientColumns.tsx'
import { SharedMails } from '#backoffice/modules/vouchers/batches/DuplicateEmails.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import { isEmail } from '#domain/mail/email.ts'
import type { ListedPerson } from '#domain/vouchers/recipient-list.ts'

import css from './Batches.module.css'

const SHOWN = 20
/** Keys of the column headings in the table of people. */
const COLUMNS = {
  name: 'name',
  department: 'department',
  email: 'mail',
  words: 'wordsOfPerson',
} as const

type Props = {
  read: ReadList
  keep: BatchDraft['keep']
  type: (part: Partial<BatchDraft>) => void
}

/** The contents of the list, and which people, columns and cells are left out or invalid. */
export function FoundPeople({ read, keep, type }: Props) {
  const t = useTranslate()
  const { people, sameMail, once } = read
  const withoutMail = once.filter(({ email }) => email === '').length
  return (
    <>
      <PeopleColumns
        key={topOf(read.rows)}
        read={read}
        onChange={(said) => type({ columns: said })}
      />
      {people.length > 0 ? (
        <div className={css.part} aria-live="polite">
          <p>{t('peopleFound', { count: once.length })}</p>
          <RepeatedPeople people={read.twice} />
          <SharedMails people={sameMail} keep={keep} onKeep={(kept) => type({ keep: kept })} />
          <LeftOut leftOut={read.leftOut} />
          <LongCells long={read.long} />
          <WrongAddresses people={once} />
          {withoutMail > 0 && withoutMail < once.length ? (
            <p className={css.soft}>{t('mailsWithout', { count: withoutMail })}</p>
          ) : null}
          <PeopleTable people={once} />
        </div>
      ) : null}
    </>
  )
}

/** Why the list cannot be used as it is; null where it can. */
export function issueOfList(t: Translate, { once, long }: ReadList): string | null {
  if (once.length === 0) return t('peopleFound', { count: 0 })
  return wrongAddresses(t, once) ?? (long.length > 0 ? t('cellsTooLong') : null)
}

function wrongAddresses(t: Translate, people: readonly ListedPerson[]): string | null {
  const wrong = people.filter(({ email }) => email !== '' && !isEmail(email))
  if (wrong.length === 0) return null
  const some = wrong
    .slice(0, SHOWN)
    .map(({ email }) => email)
    .join(', ')
  return t('noMailAddresses', { count: wrong.length, some })
}

function WrongAddresses({ people }: { people: readonly ListedPerson[] }) {
  const wrong = wrongAddresses(useTranslate(), people)
  return wrong === null ? null : <Notice kind="bad">{wrong}</Notice>
}

function RepeatedPeople({ people }: { people: readonly ListedPerson[] }) {
  const t = useTranslate()
  if (people.length === 0) return null
  return (
    <Notice kind="warn">
      <p>{t('standTwice', { count: people.length })}</p>
      <p>
        {people
          .slice(0, SHOWN)
          .map(({ name, email }) => name || email)
          .join(', ')}
      </p>
    </Notice>
  )
}

function LeftOut({ leftOut: { columns, languages } }: Pick<ReadList, 'leftOut'>) {
  const t = useTranslate()
  return (
    <>
      {columns.length > 0 ? (
        <Notice kind="warn">
          {t('columnsLeftOut', {
            count: columns.length,
            some: columns.slice(0, SHOWN).join(', '),
          })}
        </Notice>
      ) : null}
      {languages.length > 0 ? (
        <Notice kind="warn">
          <p>{t('languagesLeftOut')}</p>
          <ul className={css.list}>
            {languages.slice(0, SHOWN).map(({ row, said }) => (
              <li key={row}>{t('languageLeftOut', { row, said })}</li>
            ))}
            <Further count={languages.length - SHOWN} />
          </ul>
        </Notice>
      ) : null}
    </>
  )
}

function LongCells({ long }: Pick<ReadList, 'long'>) {
  const t = useTranslate()
  if (long.length === 0) return null
  return (
    <Notice kind="bad">
      <p>{t('cellsTooLong')}</p>
      <ul className={css.list}>
        {long.slice(0, SHOWN).map(({ row, field, most }) => (
          <li key={`${row} ${field}`}>
            {t('cellTooLong', { row, column: t(COLUMNS[field]), most })}
          </li>
        ))}
        <Further count={long.length - SHOWN} />
      </ul>
    </Notice>
  )
}

/** How many further items a shortened list has. */
function Further({ count }: { count: number }) {
  const t = useTranslate()
  return count > 0 ? <li>{t('letters.more', { count })}</li> : null
}

function PeopleTable({ people }: { people: readonly ListedPerson[] }) {
  const t = useTranslate()
  const hasTexts = people.some(({ words }) => words !== '')
  return (
    <table className={css.people}>
      <caption className={css.soft}>{t('firstTwenty')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('department')}</th>
          <th scope="col">{t('mail')}</th>
          <th scope="col">{t('language')}</th>
          {hasTexts ? <th scope="col">{t('wordsOfPerson')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {people.slice(0, SHOWN).map(({ name, department, email, language, words }, at) => (
          <tr key={at}>
            <td>{name}</td>
            <td>{department}</td>
            <td>{email}</td>
            <td>{language}</td>
            {hasTexts ? <td>{words}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
