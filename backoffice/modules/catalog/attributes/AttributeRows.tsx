import {
  giftsHref,
  attributeKey,
  siblingsOf,
  type TreeKind,
  ATTRIBUTE_TREES,
  type Attribute,
} from '#backoffice/modules/catalog/attributes/attribute-kinds.ts'
import { AttributeForm } from '#backoffice/modules/catalog/attributes/AttributeForm.tsx'
import type {
  AttributeDrag,
  AttributeOrder,
} from '#backoffice/modules/catalog/attributes/use-attribute-order.ts'
import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { ActionButton, ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import rowCss from '#backoffice/kit/display/MovableRows.module.css'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './AttributesPage.module.css'

export type AttributeTree = {
  staff: Staff
  kind: TreeKind
  attributes: readonly Attribute[]
  keepers: readonly string[]
}
type RowProps = {
  tree: AttributeTree
  order: AttributeOrder
  drag: AttributeDrag
  onNew: (parent: Attribute) => void
}

const searchOf = (query: URLSearchParams) => (query.get('search') ?? '').trim().toLowerCase()

const matches = ({ name, id, texts }: Attribute, search: string) =>
  search === '' || `${name} ${id} ${Object.values(texts).join(' ')}`.toLowerCase().includes(search)

const childrenOf = (parent: Attribute, { kind, attributes }: AttributeTree) =>
  attributes.filter(
    (attribute) => attribute.kind === ATTRIBUTE_TREES[kind].inner && attribute.parent === parent.id,
  )

/** The first level: attributes that match the search, or contain one that does. */
export function shownOuter(tree: AttributeTree, query: URLSearchParams) {
  const search = searchOf(query)
  return tree.attributes.filter(
    (attribute) =>
      attribute.kind === ATTRIBUTE_TREES[tree.kind].outer &&
      (matches(attribute, search) ||
        childrenOf(attribute, tree).some((child) => matches(child, search))),
  )
}

/** All children of an attribute that matches itself, otherwise those that match. */
function shownChildren(parent: Attribute, tree: AttributeTree, query: URLSearchParams) {
  const search = searchOf(query)
  const children = childrenOf(parent, tree)
  return matches(parent, search) ? children : children.filter((child) => matches(child, search))
}

/** The attributes of one level, each with those inside it. */
export function AttributeRows({ list, ...props }: RowProps & { list: readonly Attribute[] }) {
  return (
    <ol className={css.list}>
      {list.map((attribute) => (
        <AttributeRow key={attributeKey(attribute)} attribute={attribute} {...props} />
      ))}
    </ol>
  )
}

function AttributeRow({ attribute, ...props }: RowProps & { attribute: Attribute }) {
  const t = useTranslate()
  const [query, change] = useQueryParams()
  const { tree, order, drag, onNew } = props
  const { staff, kind, attributes, keepers } = tree
  const { inner, outer } = ATTRIBUTE_TREES[kind]
  const mayWrite = staff.permissions.includes('catalogue.write')
  const isOpen = query.get('word') === attributeKey(attribute)
  const children = shownChildren(attribute, tree, query)
  return (
    // Attributes can also be moved with the buttons of the row and in the form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      onDragOver={(event) => {
        if (!drag.accepts(attribute)) return
        event.preventDefault()
        event.stopPropagation()
      }}
      onDrop={(event) =>
        drag.drop(event, attribute, siblingsOf(attribute, attributes).indexOf(attribute))
      }
    >
      <AttributeLine attribute={attribute} isOpen={isOpen} {...props} />
      {isOpen ? (
        <AttributeForm
          key={attributeKey(attribute)}
          attribute={attribute}
          attributes={attributes}
          me={staff.id}
          mayWrite={mayWrite && attribute.yours}
          keepers={mayWrite && !attribute.yours ? keepers : []}
          onChanged={order.setLastChange}
          onRemoved={(next) => change({ word: next }, { replace: true })}
        />
      ) : null}
      {attribute.kind === outer && inner !== null ? (
        <>
          {children.length > 0 ? <AttributeRows list={children} {...props} /> : null}
          {mayWrite && isOpen ? (
            <ActionButton small icon="plus" onClick={() => onNew(attribute)}>
              {t(`attribute.new.${inner}`, { name: attribute.name })}
            </ActionButton>
          ) : null}
        </>
      ) : null}
    </li>
  )
}

function AttributeLine({
  attribute,
  isOpen,
  tree,
  order,
  drag,
}: Omit<RowProps, 'onNew'> & { attribute: Attribute; isOpen: boolean }) {
  const t = useTranslate()
  const [, change] = useQueryParams()
  const { staff, attributes } = tree
  const hasOrder = attribute.kind !== 'brand' && attribute.kind !== 'dimension'
  const mayWrite = staff.permissions.includes('catalogue.write')
  const mayMove =
    mayWrite && hasOrder && siblingsOf(attribute, attributes).every(({ yours }) => yours)
  return (
    <div
      className={rowCss.row}
      data-held={drag.dragged === attribute || undefined}
      draggable={mayWrite && attribute.yours && hasOrder}
      onDragStart={(event) => {
        event.stopPropagation()
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', attribute.id)
        drag.startDrag(attribute)
      }}
      onDragEnd={drag.endDrag}
    >
      {attribute.hexcode ? (
        <span className={rowCss.dot} style={{ background: attribute.hexcode }} aria-hidden="true" />
      ) : null}
      <button
        type="button"
        className={rowCss.name}
        aria-expanded={isOpen}
        onClick={() => change({ word: isOpen ? null : attributeKey(attribute) }, { replace: true })}
      >
        {attribute.name}
      </button>
      <span className={rowCss.soft}>{attribute.id}</span>
      {attribute.gifts > 0 ? (
        <BackofficeLink className={rowCss.soft} to={giftsHref(attribute, attributes)}>
          {t('attribute.usedBy', { count: attribute.gifts })}
        </BackofficeLink>
      ) : (
        <span className={rowCss.soft}>{t('attribute.unused')}</span>
      )}
      {attribute.retired ? <StatusMark kind="off">{t('isRetired')}</StatusMark> : null}
      {mayMove ? <MoveButtons attribute={attribute} attributes={attributes} order={order} /> : null}
    </div>
  )
}

function MoveButtons({
  attribute,
  attributes,
  order,
}: {
  attribute: Attribute
  attributes: readonly Attribute[]
  order: AttributeOrder
}) {
  const t = useTranslate()
  const siblings = siblingsOf(attribute, attributes)
  const index = siblings.indexOf(attribute)
  return (
    <span className={rowCss.moves}>
      <ActionIconButton
        icon="up"
        label={t('moveUp', { name: attribute.name })}
        aria-disabled={index === 0 || undefined}
        onClick={() => void order.moveTo(attribute, index - 1)}
      />
      <ActionIconButton
        icon="down"
        label={t('moveDown', { name: attribute.name })}
        aria-disabled={index === siblings.length - 1 || undefined}
        onClick={() => void order.moveTo(attribute, index + 1)}
      />
    </span>
  )
}
