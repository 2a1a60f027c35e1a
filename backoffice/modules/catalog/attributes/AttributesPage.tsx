import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { NewAttribute } from '#backoffice/modules/catalog/attributes/NewAttribute.tsx'
import {
  attributeKey,
  type Tree,
  TREE_OF,
  type Word,
} from '#backoffice/modules/catalog/attributes/attribute-kinds.ts'
import {
  AttributeRows,
  type AttributeTree,
  shownOuter,
} from '#backoffice/modules/catalog/attributes/AttributeRows.tsx'
import {
  type AttributeOrder,
  useAttributeDrag,
  useAttributeOrder,
} from '#backoffice/modules/catalog/attributes/use-attribute-order.ts'
import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './AttributesPage.module.css'

/** The attributes of gifts: their names, their order and their uses. */
export const BrandsPage = ({ staff }: StaffPageProps) => (
  <AttributesPage staff={staff} tree="brand" />
)
export const TagsPage = ({ staff }: StaffPageProps) => <AttributesPage staff={staff} tree="tag" />
export const DimensionsPage = ({ staff }: StaffPageProps) => (
  <AttributesPage staff={staff} tree="dimension" />
)

function AttributesPage({ staff, tree }: { staff: Staff; tree: Tree }) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('attributes', { kind: tree }))
  const { title } = TREE_OF[tree]
  if (!data) {
    return <PagePending title={t(title)} error={error} onRetry={() => void refetch()} />
  }
  return <PageTexts staff={staff} tree={tree} words={data.items} keepers={data.keepers} />
}

function PageTexts(attributes: AttributeTree) {
  const { tree, words } = attributes
  const t = useTranslate()
  const [query, change] = useQueryParams()
  const [making, setMaking] = useState<{ parent: Word | null } | null>(null)
  const order = useAttributeOrder(words)
  const drag = useAttributeDrag(words, order)
  const { inner, outer, none } = TREE_OF[tree]
  const shown = shownOuter(attributes, query)
  return (
    <>
      <AttributesHead {...attributes} onNew={() => setMaking({ parent: null })} />
      <div className={css.body}>
        <AttributeTools order={order} />
        {order.failure ? <Notice kind="bad">{order.failure}</Notice> : null}
        {words.length === 0 ? <p>{t(none)}</p> : null}
        {words.length > 0 && shown.length === 0 ? <p>{t('attribute.nothingFound')}</p> : null}
        <AttributeRows
          list={shown}
          attributes={attributes}
          order={order}
          drag={drag}
          onNew={(parent) => setMaking({ parent })}
        />
      </div>
      {making ? (
        <NewAttribute
          kind={making.parent === null ? outer : (inner ?? outer)}
          parent={making.parent}
          onClose={() => setMaking(null)}
          onCreated={(created) => {
            setMaking(null)
            order.setLast(created.change)
            change({ word: attributeKey(created.word) }, { replace: true })
          }}
        />
      ) : null}
    </>
  )
}

function AttributesHead({ staff, tree, onNew }: AttributeTree & { onNew: () => void }) {
  const t = useTranslate()
  const { title, outer } = TREE_OF[tree]
  const mayWrite = staff.permissions.includes('catalogue.write')
  return (
    <PageHead
      title={t(title)}
      actions={
        <>
          <BackofficeLink className={actionButtonClass()} to="/backoffice/gifts/bulk-changes">
            {t('changes.title')}
          </BackofficeLink>
          {mayWrite ? (
            <ActionButton variant="main" icon="plus" onClick={onNew}>
              {t(`attribute.new.${outer}`)}
            </ActionButton>
          ) : null}
        </>
      }
    />
  )
}

function AttributeTools({ order }: { order: AttributeOrder }) {
  const t = useTranslate()
  const [query, change] = useQueryParams()
  return (
    <div className={css.tools}>
      <FormField
        label={t('attribute.search')}
        type="search"
        value={query.get('search') ?? ''}
        onChange={({ target }) =>
          change({ search: target.value === '' ? null : target.value }, { replace: true })
        }
      />
      {order.last !== null ? (
        <ActionButton busy={order.undoing} onClick={() => void order.undoLast()}>
          {t('attribute.takeBack')}
        </ActionButton>
      ) : null}
    </div>
  )
}
