/** The labels of the map's own controls, by language. */
export const MAP_WORDS = {
  ru: {
    returnToView: "Вернуться к курьеру",
    controls: {
      "AttributionControl.ToggleAttribution": "Источники карты",
      "CooperativeGesturesHandler.WindowsHelpText": "Чтобы изменить масштаб, держите Ctrl и прокручивайте",
      "CooperativeGesturesHandler.MacHelpText": "Чтобы изменить масштаб, держите ⌘ и прокручивайте",
      "CooperativeGesturesHandler.MobileHelpText": "Двигайте карту двумя пальцами",
      "Map.Title": "Карта",
      "Marker.Title": "Отметка на карте",
      "NavigationControl.ZoomIn": "Приблизить",
      "NavigationControl.ZoomOut": "Отдалить",
    },
  },
  en: {
    returnToView: "Back to the courier",
    controls: {
      "AttributionControl.ToggleAttribution": "Map sources",
      "CooperativeGesturesHandler.WindowsHelpText": "Hold Ctrl and scroll to zoom",
      "CooperativeGesturesHandler.MacHelpText": "Hold ⌘ and scroll to zoom",
      "CooperativeGesturesHandler.MobileHelpText": "Use two fingers to move the map",
      "Map.Title": "Map",
      "Marker.Title": "Marker",
      "NavigationControl.ZoomIn": "Zoom in",
      "NavigationControl.ZoomOut": "Zoom out",
    },
  },
} as const satisfies Record<string, { returnToView: string; controls: Record<string, string> }>;
