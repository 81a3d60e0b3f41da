/** Elements, made in one line. */
type Child = Node | string | undefined;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** A button with a drawing of 16 x 16; the path follows. */
export function iconButton(label: string, path: string, press: () => void): HTMLButtonElement {
  const button = element('button', { class: 'icon-button', type: 'button', title: label, 'aria-label': label });
  button.append(icon(path));
  button.addEventListener('click', press);
  return button;
}
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  drawn.setAttribute('d', path);
  drawn.setAttribute('fill', 'none');
  drawn.setAttribute('stroke', 'currentColor');
  drawn.setAttribute('stroke-width', '1.5');
  drawn.setAttribute('stroke-linejoin', 'round');
  drawn.setAttribute('stroke-linecap', 'round');
  svg.append(drawn);
  return svg;
}
