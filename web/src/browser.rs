//! The few things that the page asks of the browser, each of which may be refused.

mod clock;
mod colour;
mod entries;
mod offline;

use futures_channel::oneshot;
use js_sys::Uint8Array;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Document, Element, HtmlAnchorElement, HtmlElement, HtmlMetaElement, NavigationType,
    PerformanceNavigationTiming, Response, Storage, Url, Window,
};

#[cfg(not(target_arch = "wasm32"))]
pub use clock::advance;
pub use clock::{after, after_frame, local_time, now_ms};
pub use colour::{painted, theme_colours};
pub use entries::{Dropped, entries_in, file_of};
pub use offline::{keep_offline, take_new_version};

/// The page's window; natively there is none.
pub fn window() -> Option<Window> {
    cfg!(target_arch = "wasm32").then(web_sys::window).flatten()
}

/// The page's document.
pub fn document() -> Option<Document> {
    window().and_then(|w| w.document())
}

/// What lies at a point of the window, in CSS pixels, the topmost first.
pub fn elements_at(x: f32, y: f32) -> Vec<Element> {
    let all = document().map(|document| document.elements_from_point(x, y));
    let all = all.iter().flat_map(|all| all.iter());
    all.filter_map(|one| one.dyn_into().ok()).collect()
}

/// What an event happened to, if it is an element.
pub fn element(target: web_sys::EventTarget) -> Option<Element> {
    target.dyn_into().ok()
}

/// `text` in small letters. The browser has their tables; those of the standard library would be loaded with the page.
pub fn lowercase(text: &str) -> String {
    match cfg!(target_arch = "wasm32") {
        true => js_sys::JsString::from(text).to_lower_case().into(),
        #[cfg(target_arch = "wasm32")]
        false => text.to_owned(),
        #[cfg(not(target_arch = "wasm32"))]
        false => text.to_lowercase(),
    }
}

/// The number that `text` spells, with a point before its decimals. The browser reads it, for the same reason; what would be a number only there,
/// such as `0x10`, is none.
pub fn number(text: &str) -> Option<f64> {
    let spelled = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E');
    if text.is_empty() || !text.chars().all(spelled) {
        return None;
    }
    match cfg!(target_arch = "wasm32") {
        // As `Number(text)` has it.
        true => Some(JsValue::from(text).unchecked_into_f64()).filter(|x| !x.is_nan()),
        #[cfg(target_arch = "wasm32")]
        false => None,
        #[cfg(not(target_arch = "wasm32"))]
        false => text.parse().ok(),
    }
}

/// The languages that the visitor reads, the preferred one first, as tags.
pub fn languages() -> Vec<String> {
    let all = window().map(|w| w.navigator().languages());
    let all = all.iter().flat_map(|all| all.iter());
    all.filter_map(|tag| tag.as_string()).collect()
}

/// Says in which language the document is, and in which direction it is read.
pub fn mark_language(tag: &str, direction: &str) {
    let Some(root) = document().and_then(|d| d.document_element()) else {
        return;
    };
    // Attributes that the root always takes.
    let _ = root.set_attribute("lang", tag);
    let _ = root.set_attribute("dir", direction);
}

/// Tells the style sheet which bars there are, of `top`, `bottom`, `run` (the buttons that drive the run, wherever they are) and `words` (of a lesson):
/// `data-bars` on the root element.
pub fn mark_bars(names: &str) {
    if let Some(root) = document().and_then(|d| d.document_element()) {
        // An attribute that the root always takes.
        let _ = root.set_attribute("data-bars", names);
    }
}

/// Opens the browser's dialog for printing.
pub fn print() {
    if let Some(window) = window() {
        // Refused only in a sandbox.
        let _ = window.print();
    }
}

/// Puts `part` behind the `#` of the address, as if it had been typed there.
pub fn name_in_address(part: &str) {
    if let Some(window) = window() {
        // Refused only where the page has no address of its own.
        let _ = window.location().set_hash(part);
    }
}

/// Loads the page again.
pub fn reload() {
    if let Some(window) = window() {
        // Refused only where the page cannot be left.
        let _ = window.location().reload();
    }
}

/// Where relative addresses start: the page's own folder.
pub fn base_uri() -> String {
    document()
        .and_then(|d| d.base_uri().ok().flatten())
        .unwrap_or_default()
}

/// `address`, made absolute; `None` if it is no address.
pub fn absolute(address: &str) -> Option<String> {
    window()?;
    Url::new_with_base(address, &base_uri())
        .ok()
        .map(|url| url.href())
}

/// Whether `address` (absolute) belongs to the page's own site.
pub fn same_origin(address: &str) -> bool {
    let origin = |a: &str| Url::new(a).ok().map(|url| url.origin());
    origin(address).is_some_and(|o| o != "null" && Some(o) == origin(&base_uri()))
}

/// The page's address without its `?` and `#` parts.
pub fn page_address() -> String {
    let href = window()
        .and_then(|w| w.location().href().ok())
        .unwrap_or_default();
    href.split(['?', '#']).next().unwrap_or_default().to_owned()
}

/// A file of the page, by its path; `None` if it cannot be had.
pub async fn fetch(path: &str) -> Option<Vec<u8>> {
    let url = absolute(path)?;
    let answer = JsFuture::from(window()?.fetch_with_str(&url)).await.ok()?;
    let answer: Response = answer.dyn_into().ok()?;
    if !answer.ok() {
        return None;
    }
    let bytes = JsFuture::from(answer.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&bytes).to_vec())
}

/// The texts of a JSON array of texts; none of anything else.
pub fn strings(json: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(json).unwrap_or_default();
    let parsed = js_sys::JSON::parse(text).unwrap_or_default();
    let all = parsed.dyn_ref::<js_sys::Array>().map(js_sys::Array::iter);
    all.into_iter()
        .flatten()
        .filter_map(|one| one.as_string())
        .collect()
}

/// Notes whether a dialog lies over the page.
pub fn cover(covered: bool) {
    if let Some(root) = document().and_then(|d| d.document_element()) {
        let _ = root.toggle_attribute_with_force("data-covered", covered);
    }
}

/// Gives the focus to the element with this id once the page has been redrawn.
pub fn focus_soon(id: String) {
    after(0.0, move || {
        let found = document().and_then(|d| d.get_element_by_id(&id));
        if let Some(element) = found.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
            // A button that is disabled now leaves the focus where it is.
            let _ = element.focus();
        }
    });
}

/// Gives the focus to the element with this id if nothing that can be seen has it.
pub fn focus_if_lost(id: &str) {
    let Some(document) = document() else { return };
    let lost = document
        .active_element()
        .is_none_or(|e| e.tag_name().eq_ignore_ascii_case("body") || is_hidden(&e));
    if let Some(element) = document.get_element_by_id(id).filter(|_| lost)
        && let Ok(element) = element.dyn_into::<HtmlElement>()
    {
        // Refused only by what cannot have it.
        let _ = element.focus();
    }
}

/// Whether the element is made invisible by its style: one that has the focus keeps it until the browser looks again.
fn is_hidden(element: &Element) -> bool {
    let style = window().and_then(|w| w.get_computed_style(element).ok().flatten());
    style.is_some_and(|s| {
        s.get_property_value("visibility")
            .is_ok_and(|v| v == "hidden")
    })
}

/// The content of `<meta name=…>`.
pub fn meta(name: &str) -> Option<String> {
    let found = document()?
        .query_selector(&format!("meta[name=\"{name}\"]"))
        .ok()??;
    Some(found.dyn_into::<HtmlMetaElement>().ok()?.content()).filter(|c| !c.is_empty())
}

/// Asks the browser to keep what this site stores until the visitor deletes it; `None` where it does not say whether it will.
pub async fn keep_storage() -> Option<bool> {
    let navigator = window()?.navigator();
    let storage = js_sys::Reflect::get(&navigator, &"storage".into()).ok()?;
    let persist = js_sys::Reflect::get(&storage, &"persist".into()).ok()?;
    let asked = persist.dyn_into::<js_sys::Function>().ok()?.call0(&storage);
    let promise = js_sys::Promise::resolve(&asked.ok()?);
    JsFuture::from(promise).await.ok()?.as_bool()
}

/// Whether the browser trusts the connection: only then is there WebGPU.
pub fn is_secure() -> bool {
    window().is_some_and(|w| w.is_secure_context())
}

/// Whether the visitor loaded the page again, rather than came to it.
pub fn is_reload() -> bool {
    let came = window()
        .and_then(|w| w.performance())
        .map(|p| p.get_entries_by_type("navigation").get(0));
    came.and_then(|entry| entry.dyn_into::<PerformanceNavigationTiming>().ok())
        .is_some_and(|entry| entry.type_() == NavigationType::Reload)
}

/// The page that embeds ours, if one does.
pub fn embedding_page() -> Option<Window> {
    let window = window()?;
    let parent = window.parent().ok().flatten()?;
    let embedded = !js_sys::Object::is(parent.as_ref(), window.as_ref());
    embedded.then_some(parent)
}

/// The browser's storage; it is missing in a sandboxed frame.
pub fn storage() -> Option<Storage> {
    window().and_then(|w| w.local_storage().ok().flatten())
}

/// The browser's storage for this tab alone, which ends with it; it is missing in a sandboxed frame.
pub fn tab_storage() -> Option<Storage> {
    window().and_then(|w| w.session_storage().ok().flatten())
}

/// Calls `f` whenever the system goes dark or light, for as long as the page lives.
pub fn on_scheme_change(f: impl FnMut() + 'static) {
    let query = window().and_then(|w| w.match_media("(prefers-color-scheme: dark)").ok().flatten());
    if let Some(query) = query {
        let changed = Closure::<dyn FnMut()>::new(f);
        query.set_onchange(Some(changed.as_ref().unchecked_ref()));
        changed.forget();
    }
}

/// The value of `attribute` of the innermost element that has it at a place of the window, in CSS pixels.
pub fn attribute_at(x: f64, y: f64, attribute: &str) -> Option<String> {
    let at = document()?.element_from_point(x as f32, y as f32)?;
    let owner = at.closest(&format!("[{attribute}]")).ok().flatten()?;
    owner.get_attribute(attribute)
}

/// How close to an edge a pointer makes its container scroll, and how far that scrolls at once, in CSS pixels.
const EDGE: f64 = 48.0;
const SCROLL: f64 = 14.0;

/// Scrolls the innermost container that can be scrolled at this place of the window, else the page, if the place is near its upper
/// or lower edge. Whether it moved.
pub fn scroll_near_edge(x: f64, y: f64) -> bool {
    let Some(window) = window() else {
        return false;
    };
    let height = window.inner_height().ok().and_then(|h| h.as_f64());
    let mut at = document().and_then(|d| d.element_from_point(x as f32, y as f32));
    while let Some(element) = at {
        let room = element.scroll_height() - element.client_height();
        let style = window.get_computed_style(&element).ok().flatten();
        let overflow = style.and_then(|s| s.get_property_value("overflow-y").ok());
        let scrolls = overflow.is_some_and(|o| o == "auto" || o == "scroll") && room > 0;
        if scrolls || element.parent_element().is_none() {
            let area = element.get_bounding_client_rect();
            let (top, bottom) = (
                area.top().max(0.0),
                area.bottom().min(height.unwrap_or(0.0)),
            );
            let way = match () {
                () if y < top + EDGE => -SCROLL,
                () if y > bottom - EDGE => SCROLL,
                () => return false,
            };
            let before = element.scroll_top();
            element.set_scroll_top(before + way as i32);
            return element.scroll_top() != before;
        }
        at = element.parent_element();
    }
    false
}

/// Sends what the pointer does from now on to the element that it was pressed on, wherever it goes.
pub fn capture_pointer(event: &web_sys::PointerEvent) {
    if let Some(element) = event
        .current_target()
        .and_then(|t| t.dyn_into::<web_sys::Element>().ok())
    {
        // A pointer that is already gone cannot be captured, and sends nothing.
        let _ = element.set_pointer_capture(event.pointer_id());
    }
}

/// Which of the elements of a class in the one with this id, which may scroll, is the first that is not above what is in sight. They
/// follow one another downwards.
pub fn first_in_sight(id: &str, class: &str) -> usize {
    let Some(element) = document().and_then(|d| d.get_element_by_id(id)) else {
        return 0;
    };
    let edge = element.get_bounding_client_rect().top().max(0.0);
    let children = element.get_elements_by_class_name(class);
    let above = |at: u32| {
        let child = children.item(at);
        child.is_some_and(|child| child.get_bounding_client_rect().bottom() <= edge)
    };
    let (mut low, mut high) = (0, children.length());
    while low < high {
        let middle = low.midpoint(high);
        match above(middle) {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    low as usize
}

/// The attribute `name` of the topmost element under a place of the window, in CSS pixels, that matches `selector`.
pub fn data_under(x: f32, y: f32, selector: &str, name: &str) -> Option<String> {
    let under = document()?.elements_from_point(x, y);
    let mut elements = under.iter().filter_map(|e| e.dyn_into::<Element>().ok());
    let found = elements.find(|e| e.matches(selector) == Ok(true));
    found.and_then(|e| e.get_attribute(name))
}

/// Scrolls the element with this id sideways once the page has been redrawn, so that the place `x`, in CSS pixels from the left of what it
/// holds, is in its middle.
pub fn scroll_sideways_soon(id: &'static str, x: f64) {
    after_frame(move || {
        if let Some(element) = document().and_then(|d| d.get_element_by_id(id)) {
            let half = f64::from(element.client_width()) / 2.0;
            element.set_scroll_left((x - half) as i32);
        }
    });
}

/// Brings the element with this id to the top of the window.
pub fn scroll_to(id: &str) {
    if let Some(element) = document().and_then(|d| d.get_element_by_id(id)) {
        element.scroll_into_view();
    }
}

/// Whether the beginning of the element with this id is in the upper half of the window, below what stays at its top; `None` if there is no
/// such element.
pub fn is_in_sight(id: &str) -> Option<bool> {
    /// The height of what stays there, in CSS pixels.
    const BAR: f64 = 56.0;
    let area = document()?
        .get_element_by_id(id)?
        .get_bounding_client_rect();
    let (_, height) = window_size();
    Some((BAR - 1.0..height / 2.0).contains(&area.top()))
}

/// Where the first element is that matches.
fn area(selector: &str) -> Option<web_sys::DomRect> {
    let found = document()?.query_selector(selector).ok()?;
    found.map(|element| element.get_bounding_client_rect())
}

/// Whether the first element that matches is no higher than the window.
pub fn fits_window(selector: &str) -> bool {
    area(selector).is_some_and(|area| area.height() <= window_size().1)
}

/// Scrolls the page so far that the element of the selector `wanted` is right below that of `above`, which stays at the top of the window, unless
/// it is in sight there already, in the upper part of the window (of its height, 1 for all). Where that other one is out of sight itself, nothing
/// happens.
pub fn bring_below(wanted: &str, above: &str, part: f64) {
    /// Between the two, in CSS pixels.
    const GAP: f64 = 16.0;
    if let (Some(area), Some(above), Some(window)) = (area(wanted), area(above), window()) {
        let (top, end) = (area.top(), above.bottom());
        let there = top >= end && area.bottom() <= part * window_size().1;
        if above.top() >= 0.0 && !there {
            window.scroll_by_with_x_and_y(0.0, top - end - GAP);
        }
    }
}

/// Scrolls the page to `y`, in CSS pixels from its top.
pub fn scroll_page(y: f64) {
    if let Some(window) = window() {
        window.scroll_to_with_x_and_y(0.0, y);
    }
}

/// Waits `ms` milliseconds.
pub async fn sleep(ms: f64) {
    let (done, wait) = oneshot::channel();
    after(ms, move || {
        let _ = done.send(());
    });
    let _ = wait.await;
}

/// The text of a file that the visitor picked; `None` if it cannot be read.
pub async fn text_of(file: &web_sys::File) -> Option<String> {
    JsFuture::from(file.text()).await.ok()?.as_string()
}

/// Puts `text` on the clipboard; false if the browser does not allow it.
pub async fn copy(text: &str) -> bool {
    // In an insecure page `navigator.clipboard` is undefined.
    let Some(navigator) = window().map(|w| w.navigator()) else {
        return false;
    };
    let there = js_sys::Reflect::get(navigator.as_ref(), &"clipboard".into());
    if !there.is_ok_and(|c| c.is_object()) {
        return false;
    }
    JsFuture::from(navigator.clipboard().write_text(text))
        .await
        .is_ok()
}

/// Offers `bytes` as a file to keep.
pub fn download(name: &str, mime: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let document = document().ok_or(JsValue::NULL)?;
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(mime);
    let blob = web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &options)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The click only starts the download.
    after(10_000.0, move || {
        let _ = Url::revoke_object_url(&url);
    });
    Ok(())
}

/// The words of whatever JavaScript threw.
pub fn words(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => error.as_string().unwrap_or_else(|| format!("{error:?}")),
    }
}

/// How many pixels of the screen a CSS pixel has.
pub fn pixel_ratio() -> f64 {
    window()
        .map_or(1.0, |w| w.device_pixel_ratio())
        .clamp(1.0, 4.0)
}

/// The fonts of the page's text, as the style sheet names them.
pub fn body_font() -> String {
    let style = || {
        let body = document()?.body()?;
        let style = window()?.get_computed_style(&body).ok()??;
        style.get_property_value("font-family").ok()
    };
    style()
        .filter(|font| !font.is_empty())
        .unwrap_or_else(|| "sans-serif".into())
}

/// Calls `f` once the page's fonts are there, so that what was measured with others is measured again.
pub fn on_fonts(f: impl FnOnce() + 'static) {
    let Some(ready) = document().and_then(|d| d.fonts().ready().ok()) else {
        return;
    };
    wasm_bindgen_futures::spawn_local(async move {
        if JsFuture::from(ready).await.is_ok() {
            f();
        }
    });
}

/// How far the page is scrolled down, in CSS pixels.
pub fn scrolled() -> f64 {
    window().and_then(|w| w.scroll_y().ok()).unwrap_or(0.0)
}

/// The inner width and height of the window, in CSS pixels.
pub fn window_size() -> (f64, f64) {
    let size = |side: Result<wasm_bindgen::JsValue, wasm_bindgen::JsValue>| side.ok()?.as_f64();
    let window = window();
    let side =
        |f: fn(&Window) -> Result<JsValue, JsValue>| window.as_ref().and_then(|w| size(f(w)));
    (
        side(Window::inner_width).unwrap_or(1280.0),
        side(Window::inner_height).unwrap_or(800.0),
    )
}

/// Whether the visitor asked the system for little motion.
pub fn reduced_motion() -> bool {
    let query = window().and_then(|w| {
        w.match_media("(prefers-reduced-motion: reduce)")
            .ok()
            .flatten()
    });
    query.is_some_and(|query| query.matches())
}
