/** Where scenes come from: the examples beside the page, the file `pliant studio` was given, a file dropped on the page. */
export interface Example {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

export async function listExamples(): Promise<Example[]> {
  const response = await fetch('/examples/index.json');
  if (!response.ok) throw new Error(`the list of examples cannot be read (${response.status})`);
  return (await response.json()) as Example[];
}

export async function readExample(id: string): Promise<string> {
  const response = await fetch(`/examples/${id}.json`);
  if (!response.ok) throw new Error(`there is no example "${id}"`);
  return await response.text();
}

/** The scene the server was started with, if there is one. */
export async function readGiven(): Promise<string | undefined> {
  const response = await fetch('/scene.json');
  return response.status === 200 ? await response.text() : undefined;
}
