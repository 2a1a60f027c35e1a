import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BackofficeLink, useLocation, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import type { EmployerAnswer } from '#contract/client.employer.ts'
import { employerQuery } from '#employer-portal/api/portal-client.ts'
import { useEmployerAction } from '#employer-portal/api/use-employer-action.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { EmployerLoadError } from '#employer-portal/components/EmployerLoadError.tsx'
import { EmptyState } from '#employer-portal/components/EmptyState.tsx'
import { CorrectAddress } from '#employer-portal/pages/CorrectAddress.tsx'
import { RecipientsTable } from '#employer-portal/pages/RecipientsTable.tsx'

import css from '../components/EmployerPages.module.css'

type T = Pick<EmployerPageProps, 't'>

/** The recipients that the employer named, of all campaigns or of one. */
export function RecipientsList({ campaign, t }: T & { campaign?: string }) {
  const [query] = useQueryParams()
  const search = query.get('search') ?? ''
  const cursor = query.get('cursor') ?? ''
  const bounced = query.get('mail') === 'bounced'
  const isFiltered = search !== '' || bounced
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...employerQuery('people', {
      ...(campaign === undefined ? {} : { campaign }),
      ...(search === '' ? {} : { search }),
      ...(cursor === '' ? {} : { cursor }),
      ...(bounced ? { mail: 'bounced' as const } : {}),
    }),
    placeholderData: keepPreviousData,
  })
  const correct = useEmployerAction('correctRecipientEmail')
  const [open, setOpen] = useState<string | null>(null)
  const person = data?.items.find(({ id, mail }) => id === open && mail === 'bounced')
  // One person may be in several campaigns, so the list of all campaigns counts gifts.
  const totalText = (count: number) => t(campaign === undefined ? 'giftsGiven' : 'total', { count })
  if (data?.items.length === 0 && !isFiltered && !isPlaceholderData)
    return campaign === undefined ? <NoRecipients t={t} /> : null
  return (
    <Card title={data ? totalText(data.total.count) : t('search')}>
      <SearchForm t={t} />
      {error ? <EmployerLoadError error={error} onRetry={() => void refetch()} /> : null}
      {correct.done ? <Notice kind="good">{correct.done}</Notice> : null}
      <p className="visually-hidden" role="status">
        {data ? totalText(data.total.count) : ''}
      </p>
      {data ? (
        <>
          {data.items.length === 0 ? (
            <NothingFound t={t} />
          ) : (
            <RecipientsTable people={data.items} t={t} onCorrect={setOpen} />
          )}
          <PageButtons data={data} t={t} />
        </>
      ) : null}
      {person ? (
        <CorrectAddress person={person} action={correct} t={t} onClose={() => setOpen(null)} />
      ) : null}
    </Card>
  )
}

const NoRecipients = ({ t }: T) => (
  <EmptyState icon="staff" sentence={t('noRecipients')}>
    <BackofficeLink to="/employer" className={actionButtonClass('main')}>
      {t('toHome')}
    </BackofficeLink>
  </EmptyState>
)

function NothingFound({ t }: T) {
  const { pathname } = useLocation()
  return (
    <EmptyState icon="search" sentence={t('noPeople')}>
      <BackofficeLink to={pathname} className={actionButtonClass()}>
        {t('clearSearch')}
      </BackofficeLink>
    </EmptyState>
  )
}

function SearchForm({ t }: T) {
  const [query, setQuery] = useQueryParams()
  const search = query.get('search') ?? ''
  const [typed, setTyped] = useState(search)
  // The field follows a search that is changed by a link, a button or the browser's history.
  if (typed.trim() !== search.trim()) setTyped(search)
  return (
    <form role="search" className={css.search} onSubmit={(event) => event.preventDefault()}>
      <FormField
        label={t('search')}
        type="search"
        maxLength={200}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setQuery({ search: target.value.trim(), cursor: null }, { replace: true })
        }}
      />
      <FormCheckbox
        checked={query.get('mail') === 'bounced'}
        onChange={({ target }) =>
          setQuery({ mail: target.checked ? 'bounced' : null, cursor: null })
        }
      >
        {t('onlyBounced')}
      </FormCheckbox>
    </form>
  )
}

function PageButtons({ data, t }: T & { data: EmployerAnswer<'people'> }) {
  const [, setQuery] = useQueryParams()
  if (data.previous === null && data.next === null) return null
  return (
    <div className={css.row}>
      {data.previous === null ? null : (
        <ActionButton onClick={() => setQuery({ cursor: data.previous })}>
          {t('previous')}
        </ActionButton>
      )}
      {data.next === null ? null : (
        <ActionButton onClick={() => setQuery({ cursor: data.next })}>{t('next')}</ActionButton>
      )}
    </div>
  )
}
