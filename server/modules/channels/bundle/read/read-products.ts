import type { ChannelBundle, Entries } from '#server/modules/channels/bundle/channel-bundle.ts'
import { type Directory, inside, listDirectory, readText } from './bundle-files.ts'
import { type FolderProblem, type Placed, problemAt } from '#server/platform/parsing/file-errors.ts'
import {
  type OtherTextsShape,
  OtherTextsShape as OtherWords,
  ProductShape,
} from '#server/modules/channels/bundle/schemas/product-schema.ts'
import { Code } from '#server/platform/parsing/schema-fields.ts'
import { readYaml, shaped } from '#server/platform/parsing/read-yaml.ts'

type Found = { problems: FolderProblem[]; warnings: FolderProblem[]; broken: Set<string> }

/** products/{code}.yaml: a file with a brand owns the product, a file with texts alone overrides its texts. */
export async function readProducts(
  directory: Directory,
  found: Found,
): Promise<ChannelBundle['products']> {
  const { problems, warnings, broken } = found
  const folder = inside(directory, 'products')
  const listed = await listDirectory(folder)
  if (!listed) return undefined
  const own: Entries<ProductShape> = new Map()
  const words: Entries<OtherTextsShape> = new Map()
  const mentioned = new Set<string>()
  for (const name of listed.files) {
    const at = inside(folder, name)
    const code = name.replace(/\.yaml$/, '')
    if (code === name) {
      warnings.push(
        problemAt({ file: at.below }, 'this file is not read: it does not end in .yaml'),
      )
      continue
    }
    mentioned.add(code)
    const before = problems.length
    const named = Code.safeParse(code)
    if (!named.success)
      problems.push(
        problemAt({ file: at.below }, `'${code}' ${named.error.issues[0]?.message ?? ''}`),
      )
    const source = await readText(at, problems)
    const read = source === undefined ? undefined : readYaml(at.below, source)
    problems.push(...(read?.problems ?? []))
    const raw = read?.value
    const isOwn = !raw || !isOnlyTexts(raw.value)
    if (raw && problems.length === before) {
      if (isOwn) keep(own, code, shaped(raw, ProductShape), problems)
      else keep(words, code, shaped(raw, OtherWords), problems)
    }
    if (problems.length > before && isOwn) {
      broken.add(`product:${code}`)
      for (const sku of skusIn(raw?.value, code)) broken.add(`sku:${sku}`)
    }
  }
  for (const name of listed.folders)
    warnings.push(problemAt({ file: inside(folder, name).below }, 'this folder is not read'))
  return { own, words, mentioned }
}

function keep<T>(
  entries: Entries<T>,
  code: string,
  read: { value?: Placed<T> | undefined; problems: FolderProblem[] },
  problems: FolderProblem[],
) {
  problems.push(...read.problems)
  if (read.value) entries.set(code, read.value)
}

function isOnlyTexts(raw: unknown) {
  return typeof raw === 'object' && raw !== null && Object.keys(raw).join() === 'texts'
}

/** The skus of an invalid file, as far as they can be read, so that they are not reported as unknown. */
function skusIn(raw: unknown, code: string): string[] {
  if (typeof raw !== 'object' || raw === null || !('articles' in raw)) return [code]
  const { articles } = raw
  if (!Array.isArray(articles)) return [code]
  return articles.flatMap((article: unknown) =>
    typeof article === 'object' && article !== null && 'sku' in article
      ? [String(article.sku)]
      : [],
  )
}
