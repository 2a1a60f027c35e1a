import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { BackofficeLink, withQueryParams } from '#backoffice/kit/router/address.tsx'
import { callBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import type { ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import type { ListAddress } from '#backoffice/kit/list/use-list-address.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { useNotify } from '#backoffice/kit/dialogs/ResultMessages.tsx'
import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { useRefusalTexts } from '#backoffice/kit/api/use-refusal-texts.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'

import css from './ViewTabs.module.css'

type View = StaffResponse<'savedViews'>['items'][number]

/** The saved views of a list: the user's own and shared ones, and the current one. */
function useViews(page: string, address: ListAddress) {
  const { data } = useQuery(staffQuery('savedViews', { page }))
  const views = data?.items ?? []
  return { views, current: views.find(({ id }) => id === address.view) }
}

type ViewTabsProps = {
  page: string
  own?: ListDefinition<never>['views'] | undefined
  address: ListAddress
}

/** The fixed views of the list, then the saved ones. Nothing is shown for a list without views. */
export function ViewTabs({ page, own = [], address }: ViewTabsProps) {
  const t = useTranslate()
  const { views, current } = useViews(page, address)
  if (views.length === 0 && own.length === 0) return null
  return (
    <nav className={css.views} aria-label={t('views')}>
      <BackofficeLink
        to="?"
        aria-current={address.view === null && isUnfiltered(address) ? 'page' : undefined}
      >
        {t('everything')}
      </BackofficeLink>
      {own.map(({ key, value, name }) => (
        <BackofficeLink
          key={value}
          to={`?${withQueryParams(new URLSearchParams(), { [key]: value })}`}
          aria-current={
            address.view === null && isOnlyFilter(address, key, value) ? 'page' : undefined
          }
        >
          {name}
        </BackofficeLink>
      ))}
      {views.map((view) => (
        <BackofficeLink
          key={view.id}
          to={`?${withQueryParams(new URLSearchParams(view.query), { view: view.id })}`}
          aria-current={view === current ? 'page' : undefined}
          title={view.mine ? undefined : t('viewOf', { name: view.owner })}
        >
          {view.name}
          {view.mine ? null : (
            <span className={css.owner} aria-hidden="true">
              {initialsOf(view.owner)}
            </span>
          )}
        </BackofficeLink>
      ))}
    </nav>
  )
}

const initialsOf = (name: string) =>
  [...name.matchAll(/(?<!\S)\p{L}/gu)]
    .filter((_, index, { length }) => index === 0 || index === length - 1)
    .join('')
    .toUpperCase()

/** Saves the search and the filters as a view, or changes the user's current view. */
export function ViewButton({ page, address }: { page: string; address: ListAddress }) {
  const t = useTranslate()
  const { current } = useViews(page, address)
  if (!current && isUnfiltered(address)) return null
  const ownView = current?.mine ? current : null
  return (
    <div className={css.save}>
      <Popover
        label={t(ownView ? 'changeView' : 'saveView')}
        end
        triggerClass={css.add}
        trigger={
          <>
            <BackofficeIcon name={ownView ? 'columns' : 'plus'} />
            {t(ownView ? 'changeView' : 'saveView')}
          </>
        }
      >
        {(close) => (
          <ViewForm key={current?.id} page={page} address={address} view={ownView} done={close} />
        )}
      </Popover>
    </div>
  )
}

const isUnfiltered = ({ query }: ListAddress) => Object.keys(query).length === 0

const isOnlyFilter = ({ query }: ListAddress, key: string, value: string) =>
  query[key] === value && Object.keys(query).length === 1

/** The list's query without the view, the page position and the selection. */
const queryOf = ({ params }: ListAddress) =>
  withQueryParams(params, { view: null, cursor: null, selected: null, of: null })

type ViewFormProps = {
  page: string
  address: ListAddress
  view: View | null
  done: () => void
}

function ViewForm({ page, address, view, done }: ViewFormProps) {
  const t = useTranslate()
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const { failure, finishChange } = useViewChange(address, done)
  const typed = { name: name.trim(), shared, query: queryOf(address) }

  function save(event: FormEvent) {
    event.preventDefault()
    void finishChange(
      view
        ? callBackoffice('changeView', { id: view.id, ...typed })
        : callBackoffice('saveView', { page, ...typed }),
      t('viewSaved', { name: typed.name }),
    )
  }

  return (
    <form className={css.form} onSubmit={save}>
      <FormField
        label={t('name')}
        required
        maxLength={60}
        value={name}
        issue={failure}
        hint={t('viewHelp')}
        onChange={({ target }) => setName(target.value)}
      />
      <FormCheckbox checked={shared} onChange={({ target }) => setShared(target.checked)}>
        {t('shareView')}
      </FormCheckbox>
      <ActionButton type="submit" variant="main" small>
        {t('save')}
      </ActionButton>
      {view ? (
        <ActionButton
          small
          onClick={() =>
            void finishChange(
              callBackoffice('removeView', { id: view.id }),
              t('viewRemoved', { name: view.name }),
            )
          }
        >
          {t('removeView')}
        </ActionButton>
      ) : null}
    </form>
  )
}

/** Waits for the change of a view, then shows the result or the error. */
function useViewChange(address: ListAddress, done: () => void) {
  const notify = useNotify()
  const refusalText = useRefusalTexts()
  const failureText = useFailureTexts()
  const queries = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)

  async function finishChange(call: Promise<View | object>, message: string) {
    const outcome = await call.catch((error: unknown) => {
      setFailure(failureText(error))
    })
    if (!outcome) return
    if (refused(outcome)) return setFailure(refusalText(outcome))
    await queries.invalidateQueries({ queryKey: ['savedViews'] })
    done()
    notify(message)
    address.setView('id' in outcome ? outcome.id : null)
  }
  return { failure, finishChange }
}
