import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { useAsked } from '#backoffice/kit/router/address.tsx'
import { ErasedColleague } from '#employer-portal/pages/AddMissedRecipient.tsx'
import { employerQuery } from '#employer-portal/api/portal-client.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { EmployerFailure } from '#employer-portal/components/EmployerLoadError.tsx'
import { useEmployerAction } from '#employer-portal/api/use-employer-action.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { WideTable } from '#backoffice/kit/display/WideTable.tsx'
import type { EmployerAnswer } from '#contract/client.employer.ts'

import css from '../components/EmployerPages.module.css'

type Person = EmployerAnswer<'people'>['items'][number]

/** Recipients named by the employer, without anything about their use of the voucher. */
export function PeoplePage({ who, t }: EmployerPageProps) {
  const [asked] = useAsked()
  const search = asked.get('search') ?? ''
  const cursor = asked.get('cursor') ?? ''
  const bounced = asked.get('mail') === 'bounced'
  const { data, error, refetch } = useQuery({
    ...employerQuery('people', {
      ...(search === '' ? {} : { search }),
      ...(cursor === '' ? {} : { cursor }),
      ...(bounced ? { mail: 'bounced' as const } : {}),
    }),
    placeholderData: keepPreviousData,
  })
  const correct = useEmployerAction('correctAddress')
  const [open, setOpen] = useState<string | null>(null)
  return (
    <>
      <p className={css.soft}>{t('peopleHelp')}</p>
      <SearchForm t={t} />
      {error ? <EmployerFailure error={error} again={() => void refetch()} /> : null}
      {correct.done ? <Notice kind="good">{correct.done}</Notice> : null}
      {data ? (
        <>
          <p className={css.soft} role="status">
            {data.items.length === 0 ? t('noPeople') : t('total', { count: data.total.count })}
          </p>
          {data.items.length > 0 ? (
            <WideTable
              label={t('people')}
              head={[t('name'), t('department'), t('campaign'), t('mail'), t('state')]}
              className={css.table}
            >
              {data.items.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  t={t}
                  correct={() => setOpen(person.id)}
                />
              ))}
            </WideTable>
          ) : null}
          <PageButtons data={data} t={t} />
          {data.items
            .filter(({ id, mail }) => id === open && mail === 'bounced')
            .map((person) => (
              <Correct
                key={person.id}
                person={person}
                action={correct}
                t={t}
                onDone={() => setOpen(null)}
              />
            ))}
        </>
      ) : null}
      <ErasedColleague who={who} t={t} />
    </>
  )
}

type T = Pick<EmployerPageProps, 't'>

function SearchForm({ t }: T) {
  const [asked, ask] = useAsked()
  return (
    <form role="search" className={css.form} onSubmit={(event) => event.preventDefault()}>
      <FormField
        label={t('search')}
        type="search"
        maxLength={200}
        defaultValue={asked.get('search') ?? ''}
        onChange={({ target }) =>
          ask({ search: target.value.trim(), cursor: null }, { replace: true })
        }
      />
      <FormCheckbox
        checked={asked.get('mail') === 'bounced'}
        onChange={({ target }) => ask({ mail: target.checked ? 'bounced' : null, cursor: null })}
      >
        {t('onlyBounced')}
      </FormCheckbox>
    </form>
  )
}

function PersonRow({ person, t, correct }: T & { person: Person; correct: () => void }) {
  return (
    <tr>
      <th scope="row">{person.name === '' ? '–' : person.name}</th>
      <td>{person.department}</td>
      <td>{person.campaign}</td>
      <td>{person.corrected ? t('correctedByHolder') : person.email}</td>
      <td>
        {t(`mail.${person.mail}`)}{' '}
        {person.mail === 'bounced' ? (
          <ActionButton little aria-label={t('correctOf', { name: person.name })} onClick={correct}>
            {t('correct')}
          </ActionButton>
        ) : null}
      </td>
    </tr>
  )
}

function PageButtons({ data, t }: T & { data: EmployerAnswer<'people'> }) {
  const [, ask] = useAsked()
  return (
    <div className={css.row}>
      {data.previous === null ? null : (
        <ActionButton onClick={() => ask({ cursor: data.previous })}>{t('previous')}</ActionButton>
      )}
      {data.next === null ? null : (
        <ActionButton onClick={() => ask({ cursor: data.next })}>{t('next')}</ActionButton>
      )}
    </div>
  )
}

function Correct({
  person,
  action,
  t,
  onDone,
}: T & {
  person: Person
  action: ReturnType<typeof useEmployerAction<'correctAddress'>>
  onDone: () => void
}) {
  const [email, setEmail] = useState(person.email)
  const title = useId()
  return (
    <section className={css.part} aria-labelledby={title}>
      <h2 id={title}>{t('correctOf', { name: person.name })}</h2>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void action
            .run({ person: person.id, was: person.email, email }, () =>
              t('corrected', { name: person.name }),
            )
            .then((done) => done && onDone())
        }}
      >
        {action.wrong ? <Notice kind="bad">{action.wrong}</Notice> : null}
        <FormField
          // The user asked for it and continues to type.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          label={t('newAddress')}
          type="email"
          required
          maxLength={254}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <div className={css.row}>
          <ActionButton type="submit" look="main" busy={action.busy}>
            {t('send')}
          </ActionButton>
          <ActionButton look="plain" onClick={onDone}>
            {t('cancel')}
          </ActionButton>
        </div>
      </form>
    </section>
  )
}
