import { catalogPages } from '#backoffice/shell/pages/catalog-pages.ts'
import { companyPages } from '#backoffice/shell/pages/company-pages.ts'
import { todayPages } from '#backoffice/shell/pages/today-pages.ts'
import { orderPages } from '#backoffice/shell/pages/order-pages.ts'
import { contentPages } from '#backoffice/shell/pages/content-pages.ts'
import type { PageDefinition } from '#backoffice/kit/page/page-definition.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

/** Every page of the back office. Menu, palette and addresses use this list. */
export const backofficePages: readonly PageDefinition[] = [
  ...todayPages,
  ...orderPages,
  ...catalogPages,
  ...contentPages,
  ...companyPages,
]

/** The path that identifies the state of a page. The sections of one page share its state. */
export const statePathOf = (pathname: string): string =>
  findPage(pathname)?.page.isSection ? pathname.slice(0, pathname.lastIndexOf('/')) : pathname

const parameterCount = ({ path }: PageDefinition) => path.split(':').length

export const mayOpen = (
  { permissions: required }: PageDefinition,
  { permissions }: Staff,
): boolean =>
  required.length === 0 || required.some((permission) => permissions.includes(permission))

/** A literal path wins over a parameter, independent of the table's order. */
const literalFirst = backofficePages.toSorted((a, b) => parameterCount(a) - parameterCount(b))

export function findPage(
  pathname: string,
): { page: PageDefinition; params: Record<string, string> } | undefined {
  const parts = pathname.split('/')
  for (const page of literalFirst) {
    const pattern = page.path.split('/')
    const matches =
      pattern.length === parts.length &&
      pattern.every((part, index) => part.startsWith(':') || part === parts[index])
    if (!matches) continue
    const params = pattern.flatMap((part, index) =>
      part.startsWith(':')
        ? [[part.slice(1), decodeURIComponent(parts[index] ?? '')] as const]
        : [],
    )
    return { page, params: Object.fromEntries(params) }
  }
  return undefined
}
