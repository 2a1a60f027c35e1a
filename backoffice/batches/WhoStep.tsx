import { useMemo, useState } from 'react'

import { asText, topOf, readList } from '#backoffice/batches/batch-draft.ts'
import type { StepProps } from '#backoffice/batches/BatchSteps.tsx'
import { columnsSaidBefore, PeopleColumns } from '#backoffice/batches/PeopleColumns.tsx'
import { rowsOfFile } from '#backoffice/batches/read-people-file.ts'
import { SharedMails } from '#backoffice/batches/SharedMails.tsx'
import { DeskArea, DeskField, DeskSelect } from '#backoffice/parts/DeskField.tsx'
import { DeskFile } from '#backoffice/parts/DeskFile.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'
import { isEmail } from '#domain/email.ts'
import { rowsOfText } from '#domain/people-list.ts'
import { Spinner } from '#ui/Spinner.tsx'

import css from './Batches.module.css'

const SHOWN = 20
/** As the table below calls them. */
const COLUMNS = {
  name: 'name',
  department: 'department',
  email: 'mail',
  words: 'wordsOfPerson',
} as const

/** People from a list or a file, with those who stand there twice shown and skipped; or just a number. */
export function Who({ values, type, tried }: StepProps) {
  const say = useSay()
  const [unreadable, setUnreadable] = useState<string | null>(null)
  const [file, setFile] = useState('')
  const [reading, setReading] = useState(false)
  const { list, columns, keep } = values
  const read = useMemo(() => readList({ list, columns, keep }), [list, columns, keep])
  const { people, twice, sameMail, once, long, leftOut } = read
  const typeList = (text: string) =>
    type({ list: text, columns: columnsSaidBefore(rowsOfText(text)) ?? columns })
  const unusable = once.filter(({ email }) => email !== '' && !isEmail(email))
  const worded = once.some(({ words }) => words !== '')
  const issue =
    once.length === 0
      ? say('peopleFound', { count: 0 })
      : unusable.length > 0
        ? say('noMailAddresses', {
            count: unusable.length,
            some: unusable
              .slice(0, SHOWN)
              .map(({ email }) => email)
              .join(', '),
          })
        : long.length > 0
          ? say('cellsTooLong')
          : null
  const withoutMail = once.filter(({ email }) => email === '').length
  async function take(chosen: File) {
    setUnreadable(null)
    setReading(true)
    try {
      typeList(asText(await rowsOfFile(chosen)))
      setFile(chosen.name)
    } catch {
      // The list that stands below stays, and so does its name.
      setUnreadable(chosen.name)
    } finally {
      setReading(false)
    }
  }
  return (
    <>
      <DeskSelect
        label={say('stepWho')}
        value={values.who}
        onChange={({ target }) => type({ who: target.value === 'list' ? 'list' : 'number' })}
      >
        <option value="list">{say('aList')}</option>
        <option value="number">{say('justANumber')}</option>
      </DeskSelect>
      {values.who === 'number' ? (
        <DeskField
          label={say('howMany')}
          inputMode="numeric"
          maxLength={5}
          issue={tried && !/^[1-9]\d{0,4}$/.test(values.count) ? say('invalidInput') : null}
          value={values.count}
          onChange={({ target }) => type({ count: target.value.trim() })}
        />
      ) : (
        <>
          <DeskArea
            label={say('pasteList')}
            hint={say('pasteListHelp')}
            issue={tried ? issue : null}
            rows={8}
            spellCheck={false}
            value={values.list}
            onChange={({ target }) => typeList(target.value)}
          />
          <DeskFile
            label={say('orFile')}
            accept=".csv,.txt,.tsv,.xlsx"
            shown={file}
            onChange={({ target }) => {
              const [chosen] = target.files ?? []
              if (chosen) void take(chosen)
              // The same file can be chosen again once it was corrected.
              target.value = ''
            }}
          />
          {reading ? <Spinner small /> : null}
          {unreadable === null ? null : (
            <Notice kind="bad">
              {say('unreadableNamed', { name: unreadable })}{' '}
              {list === '' ? null : say('listBeforeStays')}
            </Notice>
          )}
          <PeopleColumns
            key={topOf(read.rows)}
            read={read}
            onChange={(said) => type({ columns: said })}
          />
          {people.length > 0 ? (
            <div className={css.part} aria-live="polite">
              <p>{say('peopleFound', { count: once.length })}</p>
              {twice.length > 0 ? (
                <Notice kind="warn">
                  <p>{say('standTwice', { count: twice.length })}</p>
                  <p>
                    {twice
                      .slice(0, SHOWN)
                      .map(({ name, email }) => name || email)
                      .join(', ')}
                  </p>
                </Notice>
              ) : null}
              <SharedMails people={sameMail} keep={keep} onKeep={(kept) => type({ keep: kept })} />
              {leftOut.columns.length > 0 ? (
                <Notice kind="warn">
                  {say('columnsLeftOut', {
                    count: leftOut.columns.length,
                    some: leftOut.columns.slice(0, SHOWN).join(', '),
                  })}
                </Notice>
              ) : null}
              {leftOut.languages.length > 0 ? (
                <Notice kind="warn">
                  <p>{say('languagesLeftOut')}</p>
                  <ul className={css.list}>
                    {leftOut.languages.slice(0, SHOWN).map(({ row, said }) => (
                      <li key={row}>{say('languageLeftOut', { row, said })}</li>
                    ))}
                    {leftOut.languages.length > SHOWN ? (
                      <li>{say('letters.more', { count: leftOut.languages.length - SHOWN })}</li>
                    ) : null}
                  </ul>
                </Notice>
              ) : null}
              {long.length > 0 ? (
                <Notice kind="bad">
                  <p>{say('cellsTooLong')}</p>
                  <ul className={css.list}>
                    {long.slice(0, SHOWN).map(({ row, field, most }) => (
                      <li key={`${row} ${field}`}>
                        {say('cellTooLong', { row, column: say(COLUMNS[field]), most })}
                      </li>
                    ))}
                    {long.length > SHOWN ? (
                      <li>{say('letters.more', { count: long.length - SHOWN })}</li>
                    ) : null}
                  </ul>
                </Notice>
              ) : null}
              {unusable.length > 0 ? (
                <Notice kind="bad">
                  {say('noMailAddresses', {
                    count: unusable.length,
                    some: unusable
                      .slice(0, SHOWN)
                      .map(({ email }) => email)
                      .join(', '),
                  })}
                </Notice>
              ) : null}
              {withoutMail > 0 && withoutMail < once.length ? (
                <p className={css.soft}>{say('mailsWithout', { count: withoutMail })}</p>
              ) : null}
              <table className={css.people}>
                <caption className={css.soft}>{say('firstTwenty')}</caption>
                <thead>
                  <tr>
                    <th scope="col">{say('name')}</th>
                    <th scope="col">{say('department')}</th>
                    <th scope="col">{say('mail')}</th>
                    <th scope="col">{say('language')}</th>
                    {worded ? <th scope="col">{say('wordsOfPerson')}</th> : null}
                  </tr>
                </thead>
                <tbody>
                  {once.slice(0, SHOWN).map(({ name, department, email, language, words }, at) => (
                    <tr key={at}>
                      <td>{name}</td>
                      <td>{department}</td>
                      <td>{email}</td>
                      <td>{language}</td>
                      {worded ? <td>{words}</td> : null}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          ) : null}
        </>
      )}
    </>
  )
}
