import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { NewAttribute } from '#backoffice/modules/catalog/attributes/NewAttribute.tsx'
import {
  attributeKey,
  type TreeKind,
  ATTRIBUTE_TREES,
  type Attribute,
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
  <AttributesPage staff={staff} kind="brand" />
)
export const TagsPage = ({ staff }: StaffPageProps) => <AttributesPage staff={staff} kind="tag" />
export const DimensionsPage = ({ staff }: StaffPageProps) => (
  <AttributesPage staff={staff} kind="dimension" />
)

function AttributesPage({ staff, kind }: { staff: Staff; kind: TreeKind }) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('attributes', { kind }))
  const { title } = ATTRIBUTE_TREES[kind]
  if (!data) {
    return <PagePending title={t(title)} error={error} onRetry={() => void refetch()} />
  }
  return (
    <LoadedAttributes staff={staff} kind={kind} attributes={data.items} keepers={data.keepers} />
  )
}

function LoadedAttributes(tree: AttributeTree) {
  const { kind, attributes } = tree
  const t = useTranslate()
  const [query, change] = useQueryParams()
  const [newAttribute, setNewAttribute] = useState<{ parent: Attribute | null } | null>(null)
  const order = useAttributeOrder(attributes)
  const drag = useAttributeDrag(attributes, order)
  const { inner, outer, emptyText } = ATTRIBUTE_TREES[kind]
  const shownAttributes = shownOuter(tree, query)
  return (
    <>
      <AttributesHead {...tree} onNew={() => setNewAttribute({ parent: null })} />
      <div className={css.body}>
        <AttributeTools order={order} />
        {order.failure ? <Notice kind="bad">{order.failure}</Notice> : null}
        {attributes.length === 0 ? <p>{t(emptyText)}</p> : null}
        {attributes.length > 0 && shownAttributes.length === 0 ? (
          <p>{t('attribute.nothingFound')}</p>
        ) : null}
        <AttributeRows
          list={shownAttributes}
          tree={tree}
          order={order}
          drag={drag}
          onNew={(parent) => setNewAttribute({ parent })}
        />
      </div>
      {newAttribute ? (
        <NewAttribute
          kind={newAttribute.parent === null ? outer : (inner ?? outer)}
          parent={newAttribute.parent}
          onClose={() => setNewAttribute(null)}
          onCreated={(created) => {
            setNewAttribute(null)
            order.setLastChange(created.change)
            change({ word: attributeKey(created.word) }, { replace: true })
          }}
        />
      ) : null}
    </>
  )
}

function AttributesHead({ staff, kind, onNew }: AttributeTree & { onNew: () => void }) {
  const t = useTranslate()
  const { title, outer } = ATTRIBUTE_TREES[kind]
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
      {order.lastChange !== null ? (
        <ActionButton busy={order.isUndoing} onClick={() => void order.undoLast()}>
          {t('attribute.takeBack')}
        </ActionButton>
      ) : null}
    </div>
  )
}
